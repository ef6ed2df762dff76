import { z } from 'zod';
import { eventually } from '../../support/time/eventually';
import { importFlow, startFlow } from '../../../scripts/n8n/workflows.mjs';
import { Execution } from '../../support/stack/execution';
import { listExecutions, type ListedExecution } from '../../support/stack/list-executions';
import { useRealN8n, type RealN8n, type RealN8nOptions } from '../../support/stack/use-real-n8n';
import { Agents } from './agents';
import { type TaskFlow, taskFlow } from './task-flow';

/** For one step of a flow; on a busy machine too. */
const STEP_MS = 90_000;
/** For a whole test. */
export const FLOW_MS = 4 * STEP_MS;

const ENDED = ['success', 'error', 'crashed', 'canceled'];
const taskSchema = z.looseObject({ id: z.string(), status: z.string() });

/** What the tests of flows do: start flows of `test/system/e2e/flows/`, watch their executions, call back, ask the gateway. */
export class Flows {
	constructor(
		readonly running: RealN8n,
		readonly agents: Agents,
	) {}

	/** Puts a flow into n8n that another flow calls. */
	async import(file: string): Promise<string> {
		return this.running.n8n.importFlow(`test/system/e2e/flows/${file}`);
	}

	/** Runs one task node and its items to the end. See `task-flow.ts`. */
	async runTask(flow: TaskFlow): Promise<Execution> {
		return this.untilEnded(await this.startTask(flow));
	}

	/** The same without its end. @returns the id of the execution */
	async startTask(flow: TaskFlow): Promise<string> {
		const { client } = this.running.n8n;
		return startFlow(client, await importFlow(client, taskFlow(flow)), 'Start');
	}

	/** The same for a task node that has to fail. @returns what n8n shows of it */
	async refusedTask(flow: TaskFlow): Promise<Execution['error']> {
		const { status, error } = await this.runTask(flow);
		expect([status, error?.node]).toEqual(['error', 'Task']);
		return error;
	}

	/** @returns the id of the execution */
	async start(file: string): Promise<string> {
		return startFlow(this.running.n8n.client, await this.import(file), 'Start');
	}

	/** @param there says whether it waits where it should; by default anywhere */
	async untilWaiting(id: string, there: (execution: Execution) => boolean = () => true): Promise<Execution> {
		return this.until(id, (execution) => execution.status === 'waiting' && there(execution));
	}

	async untilEnded(id: string): Promise<Execution> {
		return this.until(id, (execution) => ENDED.includes(execution.status));
	}

	/** The execution as n8n has stored it now. */
	async read(execution: string): Promise<Execution> {
		return Execution.read(this.running.n8n.client, execution);
	}

	/** All executions of a flow, the newest first. */
	async executionsOf(workflowId: string): Promise<ListedExecution[]> {
		return listExecutions(this.running.n8n.client, workflowId);
	}

	/** Calls a resume URL as the gateway does. @returns the status of n8n's answer */
	async callBack(url: URL, { waitId }: { waitId?: string }): Promise<number> {
		const headers = { 'content-type': 'application/json' };
		const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ waitId }) });
		await answer.arrayBuffer();
		return answer.status;
	}

	/** A task of the gateway, after up to a minute if it still runs. */
	async task(id: string): Promise<z.infer<typeof taskSchema>> {
		const { url, token } = this.running.stack.gateway;
		const answer = await fetch(`${url}/v1/tasks/${encodeURIComponent(id)}?wait=60`, {
			headers: { authorization: `Bearer ${token}` },
		});
		return taskSchema.parse(await answer.json());
	}

	private async until(id: string, there: (execution: Execution) => boolean): Promise<Execution> {
		return eventually(() => this.read(id), there, `Execution ${id} where it should be`, { looks: 3_600 });
	}
}

/**
 * A real n8n for the tests of a file, with the agents of the flows; each test begins with the usual clock, and whatever
 * one leaves running ends after it.
 */
export function useFlows({ env, ...more }: RealN8nOptions = {}): () => Flows {
	const running = useRealN8n({ ...more, env: () => ({ N8N_EXPRESSION_ENGINE: 'vm', ...env?.() }) });
	let flows: Flows | undefined;

	beforeAll(async () => {
		const agents = new Agents(running().stack.sandbox);
		await agents.create();
		flows = new Flows(running(), agents);
	});
	beforeEach(() => flows?.agents.useUsualClock());
	afterEach(() => flows?.agents.finishTraining());

	return () => {
		if (!flows) throw new Error('The flows have nothing to run in.');
		return flows;
	};
}
