import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { type Flow, importFlow } from '../../../scripts/n8n/workflows.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { askGateway } from './ask-gateway';
import { useFlows } from './use-flows';

const AGENT = 'agent_support';

const flows = useFlows({ env: () => ({ NODE_FUNCTION_ALLOW_BUILTIN: 'crypto' }) });
const ask = (method: string, path: string, body?: object) => askGateway(flows().running.stack, method, path, body);

test("a subscription's events reach a flow that verifies them and knows those it has", async () => {
	const { n8n } = flows().running;
	const url = `${n8n.url}/webhook/agent-knowledge-events`;
	const subscription = z
		.object({ id: z.string(), secret: z.string() })
		.loose()
		.parse(await ask('POST', '/v1/subscriptions', { url, events: ['task.completed'] }));
	const text = await readFile(join(workspaceRoot, 'test/system/e2e/flows/events-by-webhook.json'), 'utf8');
	const flow = JSON.parse(text.replace('SECRET_OF_THE_SUBSCRIPTION', subscription.secret)) as Flow;
	const workflowId = await importFlow(n8n.client, flow);
	const task = z
		.object({ id: z.string() })
		.loose()
		.parse(
			await ask('POST', '/v1/tasks/lead-export', {
				version: 1,
				connection: 'sandbox',
				agentIds: [AGENT],
				format: 'csv',
			}),
		);
	const executions = async (count: number) =>
		eventually(
			async () => {
				const ended = (await flows().executionsOf(workflowId)).filter(({ status }) => status === 'success');
				return ended.length >= count ? Promise.all(ended.map((each) => flows().read(each.id))) : null;
			},
			isThere,
			`${count} executions`,
			{ everyMs: 500, looks: 480 },
		);
	const [first] = await executions(1);
	expect(first?.output('Only New Ones')).toEqual([
		{
			genuine: true,
			webhookId: expect.stringContaining(task.id) as string,
			event: expect.objectContaining({ type: 'task.completed' }) as object,
		},
	]);
	const { items } = z
		.object({ items: z.array(z.object({ id: z.string() }).loose()) })
		.loose()
		.parse(await ask('GET', `/v1/subscriptions/${encodeURIComponent(subscription.id)}/deliveries`));
	const path = `/v1/subscriptions/${encodeURIComponent(subscription.id)}/deliveries/${encodeURIComponent(items[0]?.id ?? '')}/resend`;
	await ask('POST', path);
	const [again] = await executions(2);
	expect(again?.output('Verify')).toEqual(first?.output('Verify'));
	expect(again?.output('Only New Ones')).toEqual([]);
});
