import { shortText } from '../../../workflows/task/failure';

/** A file may have thousands of them. */
const MOST = 30;
/** Characters. */
const LONGEST = 100;

/** Names of a foreign file in a sentence: the first ones, shortened, and how many more there are. */
export function someOf(names: readonly string[]): string {
	const shown = names.slice(0, MOST).map((name) => (name.length > LONGEST ? `${shortText(name, LONGEST)}…` : name));
	const more = names.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
