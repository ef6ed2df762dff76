import { keyOf } from './row-key';
import { wantedRowsSchema } from './wanted-row-contract';

const blob = `sha256:${'0'.repeat(64)}`;
const pair = (question: string, answer: unknown = 'Yes.') => ({ type: 'qa', question, answer });
const text = { type: 'text', title: 'Returns', content: 'Within 30 days.' };

function issuesOf(rows: unknown): string[] {
	const parsed = wantedRowsSchema.safeParse(rows);
	return parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
}

it('takes a row of each type, and a text and a question of one name', () => {
	const page = { type: 'page', url: 'https://www.example.com/help' };
	const file = { type: 'file', filename: 'Prices 2026.PDF', blob };
	expect(issuesOf([pair('Returns'), text, { type: 'text', title: 'Long', blob }, page, file])).toEqual([]);
});

it.each([
	['an answer without a question', [{ type: 'qa', answer: 'Yes.' }], /^0\.question/],
	['a question without an answer', [pair('Open?'), pair('Late?', ' ')], /^1\.answer is empty/],
	['a text without a content', [{ type: 'text', title: 'Returns' }], /^0\.content and blob/],
	['a text of two contents', [{ ...text, blob }], /^0\.content and blob/],
	['a text over 1 MB', [{ ...text, content: 'é'.repeat(600_000) }], /^0\.content is larger/],
	['a page without a scheme', [{ type: 'page', url: 'example.com' }], /^0\.url must be/],
	['a file that is not accepted', [{ type: 'file', filename: 'a.exe', blob }], /^0\.filename must end/],
	['a row without a type', [{ question: 'Open?', answer: 'Yes.' }], /^0\.type/],
	['a question twice', [pair('Are you  open?'), pair('are you open? ')], /^1\.question is that of row 1 too/],
	[
		'a key twice',
		[
			{ ...pair('Open?'), key: 'a' },
			{ ...text, key: 'a' },
		],
		/^1\.key is that of row 1 too/,
	],
	[
		'a page twice, by its fragment',
		[
			{ type: 'page', url: 'https://www.example.com/help#a' },
			{ type: 'page', url: 'https://WWW.example.com/help' },
		],
		/^1\.url is that of row 1 too/,
	],
])('refuses %s, by row and field', (_, rows, issue) => {
	expect(issuesOf(rows)).toEqual([expect.stringMatching(issue)]);
});

it('knows a row without a key by its type and its name', () => {
	expect(keyOf({ type: 'qa', question: ' Are you\nOPEN? ' })).toBe('qa are you open?');
	expect(keyOf({ type: 'text', title: 'Returns', key: 'handbook/returns' })).toBe('handbook/returns');
});
