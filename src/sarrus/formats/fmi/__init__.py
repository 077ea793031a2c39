"""What is known of the Functional Mock-up Interface: names, and what model descriptions say."""
