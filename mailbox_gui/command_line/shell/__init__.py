"""What all commands share with the shell around them: options, the acting participant, errors, completion."""
