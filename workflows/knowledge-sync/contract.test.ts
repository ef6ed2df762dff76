import { editedTextsSchema, knowledgeSyncInputSchema } from './contract';

const blob = `sha256:${'0'.repeat(64)}`;
const pair = (question: string, answer = 'Yes.') => ({ type: 'qa', question, answer });

function issuesOf(more: object): string[] {
	const parsed = knowledgeSyncInputSchema.safeParse({ connection: 'main', agentId: 'a', set: 'FAQ', ...more });
	return parsed.error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];
}

it('mirrors rows or an upload, and asks a person before it overwrites a change', () => {
	const rows = [pair('Open?')];
	expect(knowledgeSyncInputSchema.parse({ connection: 'main', agentId: 'a', set: ' FAQ ', rows })).toEqual({
		version: 1,
		connection: 'main',
		agentId: 'a',
		set: 'FAQ',
		rows,
		fromAgent: false,
		mode: 'mirror',
		planOnly: false,
		drift: 'ask',
		existing: 'refuse',
		emptyOnPurpose: false,
		prove: false,
		deadlineSeconds: 518_400,
	});
	expect(issuesOf({ blob })).toEqual([]);
	expect(issuesOf({ fromAgent: true, planOnly: true })).toEqual([]);
	expect(issuesOf({ rows: [], emptyOnPurpose: true })).toEqual([]);
});

it.each([
	['rows and an upload', { rows: [pair('Open?')], blob }, /^rows and blob/],
	['neither', {}, /^rows and blob/],
	['an empty set', { rows: [] }, /^rows is empty, which would delete/],
	['nothing to add', { rows: [], mode: 'add', emptyOnPurpose: true }, /^rows is empty; name/],
	['rows over 200 kB', { rows: [pair('Open?', 'x'.repeat(200_000))] }, /^rows are larger than 200 kB/],
	['a faulty row', { rows: [pair('Open?'), pair(' ')] }, /^rows\.1\.question is empty/],
	['a question twice', { rows: [pair('Open?'), pair('open?')] }, /^rows\.1\.question is that of row 1/],
	['a hash that is none', { blob, planHash: 'x' }, /^planHash must be/],
	['a plan that is bound to itself', { blob, planOnly: true, planHash: 'x'.repeat(22) }, /^planHash binds/],
	['a proof of a plan', { blob, planOnly: true, prove: true }, /^prove needs/],
	['columns without a table', { rows: [pair('Open?')], columns: { question: 1 } }, /^columns needs a table/],
	['no column', { blob, columns: {} }, /^columns is empty/],
	['a column that is none', { blob, columns: { question: 0 } }, /^columns\.question must be the title/],
	['columns of a field that is none', { blob, columns: { question: 1, frage: 2 } }, /^columns/],
	['rows and the agent', { blob, fromAgent: true }, /^rows and blob, url and fromAgent/],
	['an adopt in the mode add', { fromAgent: true, mode: 'add' }, /^mode has no meaning/],
	['an adopt that overwrites', { fromAgent: true, drift: 'overwrite' }, /^drift has no meaning/],
	['an adopt of nothing', { fromAgent: true, emptyOnPurpose: true }, /^emptyOnPurpose has no meaning/],
	['an adopt with a proof', { fromAgent: true, prove: true }, /^prove needs something to send/],
	['an adopt of pages of a sitemap', { fromAgent: true, include: ['/a'] }, /^include needs url/],
	['a set without a name', { blob, set: ' ' }, /^set /],
])('refuses %s', (_, more, issue) => {
	expect(issuesOf(more)).toEqual([expect.stringMatching(issue)]);
});

it('takes one text for each row of a plan', () => {
	const texts = ['a', 'b', 'a'].map((key) => ({ key, text: 'New' }));
	const issues = editedTextsSchema.safeParse(texts).error?.issues ?? [];
	expect(issues.map(({ path, message }) => `${path.join('.')} ${message}`)).toEqual([
		'2.key is given twice; send one text for each row',
	]);
});
