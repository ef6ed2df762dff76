import { Client } from '@temporalio/client';
import { untilEnded } from '../../../../worker/temporal/executions';
import { GRPC } from '../../../../worker/temporal/grpc-code';
import { connectPatiently } from '../../../support/temporal/connect-patiently';
import { startTemporal } from '../../../support/temporal/start-temporal';
import { eventually } from '../../../support/time/eventually';

/** As the SDK has it from a server that stood still in the middle of a long poll. */
const LATE = Object.assign(new Error('4 DEADLINE_EXCEEDED: context deadline exceeded'), {
	code: GRPC.deadlineExceeded,
	details: 'context deadline exceeded',
	metadata: new Map(),
});

test('a wait that Temporal breaks off goes on until the workflow has ended', async () => {
	const { address, namespace } = await startTemporal();
	const client = new Client({ connection: await connectPatiently(address), namespace });
	const handle = await client.workflow.start('unknown', { workflowId: 'awaited', taskQueue: 'nobody-polls' });
	const asked = vi.spyOn(client.workflowService, 'getWorkflowExecutionHistory').mockRejectedValueOnce(LATE);

	const waiting = untilEnded(client, 'awaited', 600_000);
	const askedAgain = eventually(
		() => asked.mock.calls.length,
		(seen) => seen === 2,
		'the wait asks Temporal again',
	);
	expect(await Promise.race([waiting.then(() => 'given up'), askedAgain.then(() => 'asked again')])).toBe(
		'asked again',
	);
	await handle.terminate();
	await waiting;
	asked.mockRestore();
	await client.connection.close();
});
