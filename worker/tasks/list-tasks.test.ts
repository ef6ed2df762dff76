import { UNSEARCHABLE } from '../../workflows/task/searchable-text';
import { listQuery } from './list-tasks';

it('asks for the tasks of one connection', () => {
	expect(listQuery({ type: 'lead-sync', connection: 'main' })).toBe(
		"AkTask = 'lead-sync' AND ExecutionStatus != 'ContinuedAsNew' AND AkConnection = 'main'",
	);
});

it('takes for waiting what runs and is at a stage in which a person has to do something', () => {
	const query = listQuery({ waitsForPerson: true });
	expect(query).toContain("ExecutionStatus = 'Running'");
	expect(query).toContain("(AkTask = 'email-send-with-review' AND AkStage = 'reviewing')");
	expect(query).toContain("(AkTask = 'lead-sync' AND AkStage = 'full')");
	expect(query).not.toContain('drafting');
});

it('searches ids, with and without their type, and agents', () => {
	const query = listQuery({ search: 'abc' });
	expect(query).toContain("(WorkflowId STARTS_WITH 'abc' OR WorkflowId STARTS_WITH 'retrain-and-wait~abc'");
	expect(query).toContain("OR AkAgent STARTS_WITH 'abc')");
	expect(listQuery({ search: 'lead-sync~abc' })).toMatch(
		/AND \(WorkflowId STARTS_WITH 'lead-sync~abc' OR AkAgent STARTS_WITH 'lead-sync~abc'\)$/,
	);
});

it('finds tasks by what a part of a name means', () => {
	const named = {
		types: ['lead-sync'],
		connections: [],
		agents: ['agent_1', "o'brien"],
		schedules: ['nightly'],
	} as const;
	expect(listQuery({ search: 'shop', named })).toMatch(
		/AkAgent STARTS_WITH 'shop' OR AkTask IN \('lead-sync'\) OR AkAgent IN \('agent_1'\) OR TemporalScheduledById IN \('nightly'\)\)$/,
	);
});

it('finds tasks by their ids', () => {
	expect(listQuery({ id: ['lead-sync~a', 'nightly-retrain~n-2026-11-20T03:00:00Z'] })).toMatch(
		/AND WorkflowId IN \('lead-sync~a', 'nightly-retrain~n-2026-11-20T03:00:00Z'\)$/,
	);
	expect(() => listQuery({ id: ['lead-sync~a', "b') OR ('"] })).toThrow('cannot contain');
});

it('finds the tasks that a task has started', () => {
	expect(listQuery({ parent: 'nightly-retrain~n-2026-11-20T03:00:00Z' })).toMatch(
		/AND ParentWorkflowId = 'nightly-retrain~n-2026-11-20T03:00:00Z'$/,
	);
});

it('finds the tasks that started in a time', () => {
	const [startedFrom, startedBefore] = ['2026-11-22T00:00:00.000Z', '2026-11-23T00:00:00.000Z'];
	expect(listQuery({ startedFrom, startedBefore })).toMatch(
		/AND StartTime >= '2026-11-22T00:00:00\.000Z' AND StartTime < '2026-11-23T00:00:00\.000Z'$/,
	);
});

it.each(["o'brien", 'a"b', 'a`b', 'a\\b', 'a\nb', '\ud800'])('never puts %j into a query', (text) => {
	expect(UNSEARCHABLE.test(text)).toBe(true);
	expect(() => listQuery({ search: text })).toThrow('cannot contain');
});
