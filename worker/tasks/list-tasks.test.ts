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
