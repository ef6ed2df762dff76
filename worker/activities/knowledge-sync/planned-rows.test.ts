import { STEP_KINDS, type Step } from '../../../workflows/knowledge-sync/plan';
import { stepInWords } from '../../../workflows/knowledge-sync/step-words';
import { wantedRowSchema } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { makePlan } from './make-plan';
import { plannedRow, shownPair, shownSource } from './planned-rows';

const blob = `sha256:${'0'.repeat(64)}`;
const at = '2026-01-01T00:00:00Z';
const pair = {
	id: 1,
	agentId: 'a',
	kind: 'qa' as const,
	question: 'Open?',
	answer: 'From 9\r\nto 5.\n',
	enabled: true,
	attachmentCount: 0,
	createdAt: at,
	updatedAt: null,
};
const source = {
	id: 2,
	agentId: 'a',
	status: 'indexed',
	sizeBytes: 3,
	wordCount: 1,
	errorMessage: null,
	createdAt: at,
};

const planned = (row: object, uploaded = '') => plannedRow(wantedRowSchema.parse(row), () => Promise.resolve(uploaded));

it('compares the content of pairs and texts, without ends of lines', async () => {
	const answer = await planned({ type: 'qa', question: 'Open?', answer: 'From 9\nto 5.' });
	expect(shownPair(pair).body).toBe(answer.body);
	const inline = await planned({ type: 'text', title: 'Hours', content: 'From 9\nto 5.' });
	const uploaded = await planned({ type: 'text', title: 'Hours', blob }, 'From 9\r\nto 5.');
	const text = { ...source, type: 'text' as const, name: 'Hours' };
	expect([uploaded.body, shownSource(text, 'From 9\nto 5.').body]).toEqual([inline.body, inline.body]);
	expect((await planned({ type: 'text', title: 'Hours', content: 'From 9\nto 6.' })).body).not.toBe(inline.body);
	expect(shownSource(text, null)).toMatchObject({ type: 'text', id: 2, body: null, isFailed: false });
});

it('compares a file by its upload, and a page by its address', async () => {
	const file = (reference: string) => planned({ type: 'file', filename: 'a.pdf', blob: reference });
	expect((await file(blob)).body).not.toBe((await file(blob.replace(/0$/, '1'))).body);
	const page = { ...source, type: 'url' as const, name: 'https://www.example.com/help', status: 'failed' };
	expect(shownSource(page, null)).toMatchObject({ type: 'page', body: null, isFailed: true });
	expect(shownPair({ ...pair, kind: 'media' }).isMedia).toBe(true);
});

it('says by field why a row is refused, and what to do', async () => {
	const rows = [await planned({ type: 'qa', question: 'open?', answer: 'Yes.' })];
	const faulty = { keys: new Set<string>(), withoutKey: 0 };
	const policy = { mode: 'mirror', drift: 'keep', existing: 'refuse' } as const;
	const steps = makePlan({ rows, owned: [], shown: [shownPair(pair)], ofOtherSets: [], faulty, policy });
	expect(steps.map(stepInWords)).toEqual([
		{
			field: 'question',
			message: 'is that of item 1, which the set did not add. Adopt it (existing: adopt), or delete it by hand',
		},
	]);
	const [step] = steps;
	const spoken = STEP_KINDS.filter((kind) => stepInWords({ ...(step as Step), kind }) !== null);
	expect(spoken).toEqual(['drifted', 'kept', 'conflict']);
	expect(stepInWords({ ...(step as Step), reason: 'type_changed' })?.field).toBe('key');
});
