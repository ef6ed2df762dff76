import { CommandError, EXIT } from '../terminal';

/** A text of `--change`, and the row that it is for. */
export interface ChangedText {
	key: string;
	text: string;
}

/**
 * Reads `key=text`. A key may have `=` in itself, as that of a question, so a key of the plan goes before the first `=`.
 * @param keys of the rows of the plan, as far as they are shown
 * @throws CommandError if it has no `=`
 */
export function changedText(change: string, keys: readonly string[]): ChangedText {
	const known = keys.filter((key) => change.startsWith(`${key}=`)).toSorted((one, other) => other.length - one.length);
	const at = known[0]?.length ?? change.indexOf('=');
	if (at < 1) throw new CommandError(`Write --change as "key=text": ${change}`, EXIT.badUsage);
	return { key: change.slice(0, at), text: change.slice(at + 1) };
}
