/** Megabytes for what is new in a thread: less than V8's own choice, which is made for one thread a process. */
export const youngHeap = { maxYoungGenerationSizeMb: 16 };
