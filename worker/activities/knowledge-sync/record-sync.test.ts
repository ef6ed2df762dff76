import type { ReportSet } from '../../../workflows/knowledge-sync/activities';
import { countOutcomes, countSteps } from '../../../workflows/knowledge-sync/counts';
import type { RecordedSync } from '../../storage/knowledge-sets';
import { recordSync } from './record-sync';

const at = { round: 0, attempt: 1, steps: 0, run: 'r1' };
const of = { connection: 'main', agentId: 'agent', set: 'Handbook' };
const sync = {
	startedAt: '2026-01-01T00:00:00.000Z',
	endedAt: '2026-01-01T00:01:00.000Z',
	outcome: 'applied',
	planHash: 'a'.repeat(22),
	steps: countSteps([]),
	manifestVersion: 3,
	settings: { mode: 'mirror', drift: 'ask', existing: 'refuse', prove: false },
} as const;
const request: ReportSet = {
	of,
	plan: at,
	last: at,
	rows: { attempt: 1, rows: 0 },
	ends: [],
	sources: [],
	unproven: null,
	stoppedBy: null,
	isPlanOnly: false,
	sync,
	run: 'r1',
};
const reported = { counts: countOutcomes([{ outcome: 'done' }]), refusedRows: 2 };

function recording(add: (address: object, sync: RecordedSync) => Promise<void>) {
	const warned: string[] = [];
	return {
		warned,
		given: { histories: { add }, taskId: 'knowledge-sync/1', warn: (name: string) => warned.push(name) },
	};
}

it('keeps how a sync ended, under its task and run', async () => {
	const added: unknown[] = [];
	const { given } = recording((...each) => Promise.resolve(void added.push(each)));
	await recordSync(request, reported, given);
	expect(added).toEqual([[of, { ...sync, ...reported, taskId: 'knowledge-sync/1', runId: 'r1' }]]);
	await recordSync({ ...request, sync: undefined }, reported, given);
	expect(added).toHaveLength(1);
});

it('fails no sync if it cannot be written, and logs no content', async () => {
	const { warned, given } = recording(() => Promise.reject(new TypeError('The set "Handbook" is broken.')));
	await recordSync(request, reported, given);
	expect(warned).toEqual(['TypeError']);
});
