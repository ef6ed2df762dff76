import { run } from '../../support/task-nodes/engine';
import { flowOf, type TestFlow } from '../../support/task-nodes/flow';
import { useTaskGateway } from '../../support/task-nodes/gateway';

/** A key that has reached its limit stops no start. What was not looked at is said at the node, and stands in its items. */

const connection = { __rl: true, mode: 'name', value: 'main' };
const agentId = { __rl: true, mode: 'id', value: 'agent_a' };
const retrain = { resource: 'agent', operation: 'retrain', connection, agentId };
const schedule = { resource: 'schedule', connection, scheduleName: 'nightly' };

const gateway = useTaskGateway();

/** The hints of the node, and its items if the flow does not wait. */
async function runWith(parameters: TestFlow['parameters'], items = [{}]) {
	const { data, error, waiting } = await run(flowOf({ items, parameters }), gateway.credential);
	const ran = data.resultData.runData['Task']?.at(-1);
	const hints = (ran?.hints ?? []).map(({ message, type }) => `${type}: ${message}`);
	return { error, waiting, hints, rows: (ran?.data?.['main']?.[0] ?? []).map(({ json }) => json) };
}

const NOT_CHECKED = (path: string, item = 0) =>
	expect.stringMatching(
		`^warning: Item ${item}: Not checked: ${path} was not looked at, because it is busy\\. The task looks itself`,
	) as string;
const STATED = (path: string) => ({ warnings: [expect.objectContaining({ type: 'not_checked', path })] as unknown });

describe('while the service answers 429', () => {
	beforeEach(() => gateway.limitService());

	it.each([true, false])('a start gives the task and the warning (simplified: %s)', async (simplify) => {
		const { error, hints, rows } = await runWith({ ...retrain, waitForEnd: false, simplify });
		expect(error).toBeUndefined();
		expect(hints).toEqual([NOT_CHECKED('connection')]);
		expect(rows).toMatchObject([STATED('connection')]);
		expect(await gateway.tasks()).toHaveLength(1);
	});

	it('a start of many names each item', async () => {
		const { hints } = await runWith({ ...retrain, waitForEnd: false }, [{}, {}]);
		expect(hints).toEqual([NOT_CHECKED('connection', 0), NOT_CHECKED('connection', 1)]);
	});

	it('a start that waits says it, and waits', async () => {
		const { error, waiting, hints } = await runWith({ ...retrain, waitForEnd: true });
		expect([error, waiting]).toEqual([undefined, true]);
		expect(hints).toEqual([NOT_CHECKED('connection')]);
	});

	it.each(['retrainNightly', 'createOrUpdate'])('a schedule is saved by %s with the warning', async (operation) => {
		const { error, hints, rows } = await runWith({ ...schedule, operation });
		expect(error).toBeUndefined();
		expect(hints).toEqual([NOT_CHECKED('input.connection')]);
		expect(rows).toMatchObject([{ id: 'nightly', ...STATED('input.connection') }]);
	});
});

it('nothing is said of a start that was checked', async () => {
	const { hints, rows } = await runWith({ ...retrain, waitForEnd: false });
	expect(hints).toEqual([]);
	expect(rows[0]).not.toHaveProperty('warnings');
});
