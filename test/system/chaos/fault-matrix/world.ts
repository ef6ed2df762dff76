import type { Connection } from '@temporalio/client';
import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import type { TaskType } from '../../../../workflows/contracts';
import type { RetrainInput } from '../../../../workflows/retrain/contract';
import { CommandError, EXIT } from '../../../../worker/cli/terminal';
import { GatewayClient } from '../../../../worker/cli/gateway-client';
import type { TaskWithLinks } from '../../../../worker/gateway/schemas';
import type { SandboxAdmin } from '../../../support/sandbox-admin/sandbox-admin';
import type { HubSpotServer } from '../../../support/hubspot/hubspot-server';
import type { FaultyServer } from './faulty-server';
import type { MailboxPool } from './mailbox-pool';
import type { Oracle } from './oracle';
import type { EndedRun, MatrixStack } from './stack';

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
	receiver: FaultyServer;
	/** The CRM as the worker reaches it. */
	crmProxy: FaultyServer;
	crm: HubSpotServer;
	/** Of the PostgreSQL database that leads go to. */
	databaseUrl: string;
	mailboxes: MailboxPool;
	/** Destinations of the receiver that had no sync of several agents yet. A destination has one. */
	unusedHooks: string[];
	/** Begun so far. They number the runs, and with them their keys. */
	waves: number;
	/** What the retrains are told to do if nobody can know whether a request started a run. */
	ifUncertain: RetrainInput['ifUncertain'];
	/** Whether the service shows a training run that has ended. */
	endedRun: EndedRun;
	/** Of the subscription to all events. */
	subscriptionId: string;
}

/** Calls the gateway as a careful caller does: with the same key, until a response arrives. */
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
		return eventually(
			() => this.gateway.read(id),
			(task) => task.status !== 'running',
			`The end of ${id}`,
			{ everyMs: 1_000, looks: 330 },
		);
	}

	post(path: string, key: string, body: object): Promise<Record<string, unknown>> {
		const answer = z.looseObject({});
		return this.persistently(path, () => this.gateway.ask(answer, { method: 'POST', path, key, body }));
	}

	/** Repeats only a request without a response. A refusal is a response. */
	async persistently<Response>(what: string, ask: () => Promise<Response>): Promise<Response> {
		const attempt = await eventually(
			async () => {
				try {
					return { answered: true as const, response: await ask() };
				} catch (error) {
					if (!(error instanceof CommandError) || error.exitCode === EXIT.gatewayUnreachable) throw error;
					return { answered: false as const, refusal: error };
				}
			},
			isThere,
			what,
			{ looks: 3_300 },
		);
		if (!attempt.answered) throw attempt.refusal;
		return attempt.response;
	}
}
