import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from '../../../workflows/knowledge-sync/plan';
import { LONGEST_EXCERPT, planFileSchema, wholeText } from '../../../workflows/knowledge-sync/review-contract';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { plannedStepSchema } from './part-schemas';
import { excerptOf, planFile } from './plan-changes';
import { StoredParts } from './stored-parts';
import { readPlan } from './stored-steps';

const whole = (text: string) => wholeText({ after: { name: 'Long', text: excerptOf(text), enabled: null } });

it('gives a text whole, and shows of a longer one that it is cut', () => {
	const longest = 'x'.repeat(LONGEST_EXCERPT);
	expect(whole(longest)).toBe(longest);
	expect(whole(`${longest}x`)).toBeNull();
});

it('shows that it is cut also where a character has two halves', () => {
	for (const before of [-2, -1, 0]) expect(whole(`${'x'.repeat(LONGEST_EXCERPT + before)}😀 and more`)).toBeNull();
});

describe('the file of what a plan changes', () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-plan-'));
	afterAll(() => rm(folder, { recursive: true }));
	const partsOf = (task: string) => new StoredParts(new DirectoryStore(folder), task, 'run');
	const step: Step = {
		kind: 'create',
		key: 'qa open?',
		type: 'qa',
		name: 'Open?',
		row: 0,
		id: null,
		inTheWay: null,
		replaced: [],
		formerKey: null,
		changes: [],
		reason: null,
		asks: false,
	};

	it('does not have what a person left as it is', async () => {
		const parts = partsOf('kept');
		const rowOf = (key: string) => ({ key, type: 'qa', step: 'create', before: null, after: null });
		await parts.write('changes', 0, 1, [rowOf('qa open?'), rowOf('qa fax?')]);
		const kept: Step = { ...step, key: 'qa fax?', kind: 'conflict', reason: 'person' };
		const file = planFileSchema.parse(await planFile([step, kept], 1, parts));
		expect([file.rows.map(({ key }) => key), file.rowsNotShown]).toEqual([['qa open?'], 0]);
	});

	it('is missing if an earlier version of the worker made the plan, which can still be read', async () => {
		const parts = partsOf('earlier');
		await parts.writeAll('plan', 0, 1, [{ step, wanted: null, shown: null, does: 'send', doubles: [] }]);
		const [planned] = await readPlan(parts, { round: 0, attempt: 1, steps: 1, run: 'run' });
		expect(planned).toEqual(plannedStepSchema.parse({ ...planned, edited: null }));
		expect(await planFile([step], 1, parts)).toBeNull();
	});
});
