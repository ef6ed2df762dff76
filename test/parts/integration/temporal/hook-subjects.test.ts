import { now } from '../../../support/time/moments';
import { eventually } from '../../../support/time/eventually';
import { TemporalHookService } from '../../../../worker/hooks/temporal-hook-service';
import { useTemporalClient } from '../../../support/temporal/use-client';

const client = useTemporalClient();
const MOST = 2;

/** Each gateway counts for itself. */
const gateway = () => new TemporalHookService(client(), () => ({ keyVersion: 'k1', settleMs: 1 }), MOST);

function send(service: TemporalHookService, agentId: string) {
	const at = now().getTime();
	const subject = { hook: 'cms', key: agentId, task: 'retrain-and-wait', connection: 'main', agentId } as const;
	const times = { firstAt: at, lastAt: at, quietMs: 60_000, longestDelayMs: 600_000 };
	return service.collect(subject, { count: 1, input: { agentId }, ...times });
}

async function signalsOf(agentId: string): Promise<number> {
	const { events } = await client().workflow.getHandle(`hook/cms/${agentId}`).fetchHistory();
	return events?.filter(({ workflowExecutionSignaledEventAttributes: signal }) => signal).length ?? 0;
}

test('a hook with as many open subjects as it takes still takes messages for these, and refuses others', async () => {
	const one = gateway();
	for (const agentId of ['a', 'b']) await send(one, agentId);
	await expect(send(one, 'c')).rejects.toMatchObject({ type: 'too_many_subjects', status: 429 });
	await eventually(
		() => client().workflow.count("WorkflowId STARTS_WITH 'hook/cms/'"),
		({ count }) => count === MOST,
		'Temporal lists both',
	);
	// Another gateway has not seen that a is open.
	const other = gateway();
	await send(other, 'a');
	await expect(send(other, 'c')).rejects.toMatchObject({ type: 'too_many_subjects' });
	expect(await signalsOf('a')).toBe(2);
	await expect(signalsOf('c')).rejects.toThrow();
});
