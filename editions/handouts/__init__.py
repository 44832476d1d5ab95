"""What the lecturers' plan tells to print, as A4 pages in black and white (`make handouts`)."""
