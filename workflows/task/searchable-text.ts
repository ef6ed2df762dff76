/** Characters that could end a text in a query of Temporal. The gateway refuses them with a sentence. */
export const UNSEARCHABLE = /['"`\\\p{Cc}\p{Cs}]/u;
