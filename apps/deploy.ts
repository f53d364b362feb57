// systemd units on servers name this path, and so does a roll back.
import './deploy/deploy.ts';
