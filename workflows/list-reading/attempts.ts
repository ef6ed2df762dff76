/**
 * Whose part counts, by the number of the chunk, where it is not that of the first attempt: which attempt's it is, or 0
 * where the read failed and there is none. Short also where an export has ten thousands of chunks.
 */
export type AttemptsThatCount = Record<string, number>;
