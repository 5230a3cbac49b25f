"""What the lists and tables show: values prepared off the GUI thread, and Qt models over them."""
