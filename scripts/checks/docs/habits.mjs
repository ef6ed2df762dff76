// @ts-check

/**
 * A way to write that readers stumble over, and what to write instead.
 * @typedef {{ pattern: RegExp, instead: string }} Habit
 */

/**
 * Sentences that readers from any country had to read twice. Add to the list when you meet another.
 * @type {readonly Habit[]}
 */
export const HABITS = [
	{ pattern: /\bleft out\b/i, instead: 'a default is "Default: …", what is not done is "skipped"' },
	{ pattern: /\bwith commas between\b|\bcommas between\b/i, instead: 'say "separated by commas"' },
	{ pattern: /\bwhom\b/i, instead: 'name the person: recipient, reviewer, caller' },
	{
		pattern: /\b(is|are|was|were|be|been) told\b|\btold of\b/i,
		instead: 'a subscriber is notified, an error is reported',
	},
	{ pattern: /\bit (is|was|were) (looked|waited|tried|asked)\b/i, instead: 'name who looks, waits, tries or asks' },
	{ pattern: /\bthan is waited\b/i, instead: 'name who waits' },
	{ pattern: /\bthere is none yet\b/i, instead: 'say "None yet."' },
	{ pattern: /\b(comes?|came) to wait\b/i, instead: 'say "waits"' },
	{ pattern: /\bh[eo]ld(s|ing)? (it |them )?up\b/i, instead: 'say "blocks" or "is blocked"' },
	{ pattern: /\bnobody (knows|can tell|sees|watches|hears)\b/i, instead: 'say "unknown outcome", or name what ended' },
	{ pattern: /\bslept through\b/i, instead: 'say "missed run"' },
	{ pattern: /\btaken over\b/i, instead: 'settings are "reloaded", a task is "adopted"' },
	{ pattern: /\b(try|tries|tried|trying) again\b/i, instead: 'say "retry" or "attempt"' },
	{ pattern: /\b(go|goes|going|went) on\b/i, instead: 'say "continue"' },
	{ pattern: /\b(is|are|was|be) over\b/i, instead: 'say "has ended" or "has passed"' },
	{ pattern: /\banew\b/i, instead: 'say "again", or "continue as new" of a workflow' },
	{ pattern: /\b(lost|uncertain) answers?\b/i, instead: 'a service sends a response: "lost response"' },
	{ pattern: /\b(is|are|was) away\b|\bgone silent\b/i, instead: 'say "unavailable"' },
	{ pattern: /\bunfit\b/i, instead: 'say "misconfigured" or "invalid"' },
	{ pattern: /\b(any|no) more\b(?! (than|time|sources|training|steps))(?=[.,;:]|$)/i, instead: 'say "no longer"' },
	{ pattern: /\bthat is none\b|\bhas (it|them) not\b/i, instead: 'say what the thing lacks, or that it is invalid' },
	{ pattern: /\bwhat became of\b|\bin vain\b/i, instead: 'say "outcome"' },
	{ pattern: /\ban item each\b|\ba row of result\b/i, instead: 'say "one item per …"' },
	{ pattern: /\b(the last )?so many (seconds|days|times)\b/i, instead: 'say "this number of …"' },
	{ pattern: /\bwhoever runs\b/i, instead: 'say "the operator of …"' },
];

/** Of a sentence, so that a reader finds it. */
const SHOWN = 120;

/**
 * @param {string} where the text stands
 * @param {string} text
 * @returns {string[]} a line for each habit in the text: where it stands, the words, what to write instead, and the text
 */
export function habitsIn(where, text) {
	return HABITS.flatMap(({ pattern, instead }) => {
		const found = pattern.exec(text);
		if (found === null) return [];
		const sentence = text.slice(Math.max(0, found.index - SHOWN / 2)).slice(0, SHOWN);
		return [`${where}: "${found[0]}": ${instead}: ${sentence}`];
	});
}
