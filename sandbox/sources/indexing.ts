/** How long indexing takes at least, in seconds of the sandbox's clock: long enough to see `processing`. */
export const INDEXING_SECONDS = 1;
