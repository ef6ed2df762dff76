import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Step } from '../../../workflows/knowledge-sync/plan';
import { LONGEST_EXCERPT, wholeText } from '../../../workflows/knowledge-sync/review-contract';
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

describe('a plan of an earlier version of the worker', () => {
	const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-plan-'));
	afterAll(() => rm(folder, { recursive: true }));
	const parts = new StoredParts(new DirectoryStore(folder), 'task', 'run');
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

	it('is read, and its task ends without a file of texts that were not kept', async () => {
		await parts.writeAll('plan', 0, 1, [{ step, wanted: null, shown: null, does: 'send', doubles: [] }]);
		const [planned] = await readPlan(parts, { round: 0, attempt: 1, steps: 1, run: 'run' });
		expect(planned).toEqual(plannedStepSchema.parse({ ...planned, edited: null }));
		expect(await planFile([step], 1, parts)).toBeNull();
	});
});
