// Generated from api/ids.ts by `npm run generate`; do not edit.

/**
 * Longest id, in bytes of UTF-8. The specification names no bound; search attributes of Temporal on PostgreSQL hold
 * 255 characters, and no service is known to come near it (docs/api-notes.md).
 */
export const ID_BYTES = 255;

/**
 * What is wrong with an id, for the person who sent it; null: nothing. The client, the gateway and the nodes all ask
 * here before an id goes into an address, because encoding alone does not keep it in its place: URL parsers take `.`
 * and `..` for steps in the path, and half of a surrogate pair has no encoding at all.
 * @param mostBytes bytes of UTF-8
 */
export function idProblem(id: string, mostBytes: number = ID_BYTES): string | null {
	if (id === '') return 'must not be empty';
	if (id === '.' || id === '..') return `must not be "${id}", because addresses treat it as a step in the path`;
	if (/\p{Surrogate}/u.test(id)) return 'has a lone surrogate (half of a character), which no address can contain';
	const bytes = encodeURIComponent(id).replace(/%../g, '-').length;
	return bytes > mostBytes ? `has ${bytes} bytes; an id has at most ${mostBytes}` : null;
}
