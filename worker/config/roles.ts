/** What a token may do: look, begin and steer things, answer for a person, find and erase a person's data, decrypt what Temporal keeps. */
export const TOKEN_ROLES = ['read', 'start', 'decide', 'erase', 'decode'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** Roles of a person who signs in in a browser. Temporal's own pages decode with a token alone. */
export const PERSON_ROLES = ['read', 'start', 'decide', 'erase'] as const satisfies readonly TokenRole[];
