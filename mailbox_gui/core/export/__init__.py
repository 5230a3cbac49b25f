"""History for others: the signed archive that anybody can check elsewhere, and mail files for mail tools."""
