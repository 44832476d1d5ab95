"""A long random run: whatever must agree is compared on fresh random cases, for as long as one likes (`make fuzz`)."""
