import { addressOf } from '../../api';

/** As long as addresses can be (RFC 5321), so that the time is linear. */
const ADDRESS = /[\p{L}\p{N}._%+&'-]{1,64}@[\p{L}\p{N}.-]{0,252}[\p{L}\p{N}]/gu;

/** What may be an email address in any text of a value, as addresses are compared. An address in quotes comes with them and without. */
export function addressesIn(value: unknown): Set<string> {
	const found = new Set<string>();
	// No recursion: values may be nested deeper than the stack of a process goes.
	const parts = [value];
	while (parts.length > 0) {
		const part = parts.pop();
		if (typeof part === 'string') {
			if (!part.includes('@')) continue;
			for (const [address] of addressOf(part).matchAll(ADDRESS)) {
				found.add(address);
				found.add(address.replace(/^['.-]+/, ''));
			}
		} else if (typeof part === 'object' && part !== null) {
			parts.push(...Object.keys(part).filter((name) => name.includes('@')));
			for (const each of Object.values(part)) parts.push(each);
		}
	}
	return found;
}
