import { emailResultSchema } from '../../../workflows/email/contract';
import { retrainResultSchema } from '../../../workflows/retrain/contract';
import { TASK_TYPES } from '../../../workflows/contracts';
import { type Ending, endingNamed, lastStage, OUTCOMES, stageParts } from '../../../workflows/task/outcomes';

const rows = TASK_TYPES.flatMap((type) =>
	Object.entries(OUTCOMES[type]).map(([ending, row]: [string, Ending]) => ({ type, ending, row })),
);

test('every task is in the table, with the ends that every task can have', () => {
	expect(Object.keys(OUTCOMES).sort()).toEqual([...TASK_TYPES].sort());
	for (const type of TASK_TYPES)
		for (const ending of ['failed', 'timed_out', 'cancelled', 'needs_person', 'slept_through', 'unreadable', 'ended'])
			expect(OUTCOMES[type]).toHaveProperty(ending);
});

test('every outcome of every contract has a row of that name', () => {
	for (const outcome of emailResultSchema.shape.outcome.options)
		expect(endingNamed('email-send-with-review', outcome)?.outcome).toBe(outcome);
	for (const outcome of retrainResultSchema.shape.outcome.options)
		expect(endingNamed('retrain-and-wait', outcome)?.outcome).toBe(outcome);
});

test('what did not do what was asked has no word and no colour of success', () => {
	const SUCCESS = /^(completed|done|sent)$/i;
	const isPraised = ({ tone, word }: Ending) => tone === 'good' || SUCCESS.test(word);
	const named = (all: typeof rows) => all.map(({ type, ending }) => `${type} ${ending}`);
	expect(named(rows.filter(({ row }) => row.exitCode === 1 && isPraised(row)))).toEqual([]);
	expect(named(rows.filter(({ row }) => row.needsAttention && row.exitCode === 0))).toEqual([]);
	expect(named(rows.filter(({ row }) => row.needsAttention && row.tone === 'quiet'))).toEqual([]);
});

test('what a person wanted needs nobody, and everything else that went wrong does', () => {
	const unattended = rows.filter(({ row }) => row.exitCode === 1 && !row.needsAttention);
	expect(new Set(unattended.map(({ ending }) => ending))).toEqual(
		new Set(['cancelled', 'partly_cancelled', 'all_cancelled', 'rejected', 'abandoned']),
	);
});

test('an end means the same for every task that has it, so that lists can be filtered by it', () => {
	for (const { ending, row } of rows)
		for (const other of rows.filter((each) => each.ending === ending))
			expect([ending, other.row.needsAttention, other.row.exitCode]).toEqual([
				ending,
				row.needsAttention,
				row.exitCode,
			]);
});

test('the last stage carries the end, and is the stage alone to whoever asks for it', () => {
	expect(lastStage('failed', 'failed')).toBe('failed');
	for (const { ending } of rows)
		expect(stageParts(lastStage('completed', ending))).toEqual({ stage: 'completed', ending });
	expect(stageParts('completed')).toEqual({ stage: 'completed', ending: null });
});

test('names of other objects are no ends', () => {
	expect([endingNamed('lead-sync', 'constructor'), endingNamed('toString', 'failed')]).toEqual([null, null]);
});
