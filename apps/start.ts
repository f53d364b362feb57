// systemd units and container images name this path, and so does a roll back.
import './start/start.ts';
