import { ZERO_WIDTH_SPACE } from './plain-text';

const OUTSIDE_WORD = { before: '(?<![\\p{L}\\p{N}])', after: '(?![\\p{L}\\p{N}])' };

/** At the edge of a word. Inside it, as in `agent_support`, the characters style nothing and stay. */
const edges = (character: string) =>
	new RegExp(`${OUTSIDE_WORD.before}${character}|${character}${OUTSIDE_WORD.after}`, 'gu');

/** Neither mrkdwn nor Markdown can escape its characters for the other, so similar ones stand for them. */
const SIMILAR: ReadonlyArray<[RegExp, string]> = [
	[/\*/g, '∗'],
	[/`/g, 'ˋ'],
	[edges('_'), '＿'],
	[/~(?=~)|(?<=~)~/g, '∼'],
	[edges('~'), '∼'],
	[new RegExp(`${OUTSIDE_WORD.before}#`, 'gu'), '＃'],
	[/^>/, '›'],
	// A link and a mention end here.
	[/\](?=\()/g, `]${ZERO_WIDTH_SPACE}`],
	[new RegExp(`${OUTSIDE_WORD.before}@`, 'gu'), `@${ZERO_WIDTH_SPACE}`],
];

/** One line that shows as it is, where it is read as Slack's mrkdwn or as Markdown. `&`, `<` and `>` remain to be escaped. */
export function withoutMarkup(line: string): string {
	return SIMILAR.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
