// Units and images on servers name this path, and so does a roll back.
import './start/start.ts';
