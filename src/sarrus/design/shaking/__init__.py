"""Balance: counterweights, counter-rotating disks and springs against what shakes and hangs."""
