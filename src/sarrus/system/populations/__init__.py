"""Many states and runs at once: on this processor, on GPUs, or exported."""
