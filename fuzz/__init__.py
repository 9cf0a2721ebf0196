"""What strangers' bytes reach first, fed with ever stranger ones: `make fuzz`. Each module is one target."""
