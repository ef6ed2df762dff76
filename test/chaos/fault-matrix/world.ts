import type { Connection } from '@temporalio/client';
import { z } from 'zod';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import type { TaskType } from '../../../workflows/contracts';
import { CommandError, EXIT } from '../../../worker/cli/terminal';
import { GatewayClient } from '../../../worker/cli/gateway-client';
import type { TaskWithLinks } from '../../../worker/gateway/schemas';
import type { SandboxAdmin } from '../../support/sandbox-admin/sandbox-admin';
import type { HubSpotServer } from '../../support/hubspot/hubspot-server';
import type { Gate } from './gate';
import type { MailboxPool } from './mailbox-pool';
import type { Oracle } from './oracle';
import type { MatrixStack } from './stack';

/** Longer than any task of the matrix takes with all its retries. */
const PATIENCE_MS = 330_000;

/** Where every run happens: the stack, what stands around it, and what counts. */
export interface World {
	stack: MatrixStack;
	/** Of databases, logs and blobs. */
	folder: string;
	admin: SandboxAdmin;
	oracle: Oracle;
	caller: Caller;
	temporal: Connection;
	/** Takes events, callbacks and leads. */
	receiver: Gate;
	/** Leads to the CRM. */
	crmGate: Gate;
	crm: HubSpotServer;
	/** Of the PostgreSQL database that leads go to. */
	databaseUrl: string;
	mailboxes: MailboxPool;
	/** Of the subscription to all events. */
	subscriptionId: string;
}

/** Asks the gateway as a careful caller does: with the same key, until there is an answer. */
export class Caller {
	readonly gateway: GatewayClient;

	constructor(url: string, token: string) {
		this.gateway = new GatewayClient(url, token);
	}

	/** @returns the id of the task */
	async start(type: TaskType, key: string, input: object): Promise<string> {
		return (await this.persistently(`The start of a ${type}`, () => this.gateway.start(type, key, input))).id;
	}

	read(id: string): Promise<TaskWithLinks> {
		return this.persistently(`The task ${id}`, () => this.gateway.read(id));
	}

	async untilEnded(id: string): Promise<TaskWithLinks> {
		return waitUntil(
			`The end of ${id}`,
			async () => {
				const task = await this.gateway.read(id);
				return task.status === 'running' ? null : task;
			},
			{ timeoutMs: PATIENCE_MS, everyMs: 1_000 },
		);
	}

	post(path: string, key: string, body: object): Promise<Record<string, unknown>> {
		const answer = z.looseObject({});
		return this.persistently(path, () => this.gateway.ask(answer, { method: 'POST', path, key, body }));
	}

	/** A refusal is one: only what was not answered is asked again. */
	async persistently<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
		const told = await waitUntil(
			what,
			async () => {
				try {
					return { answered: true as const, answer: await ask() };
				} catch (error) {
					if (!(error instanceof CommandError) || error.exitCode === EXIT.gatewayUnreachable) throw error;
					return { answered: false as const, refusal: error };
				}
			},
			{ timeoutMs: PATIENCE_MS, everyMs: 300 },
		);
		if (!told.answered) throw told.refusal;
		return told.answer;
	}
}
