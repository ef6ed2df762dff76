import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { textAt } from '../../../../scripts/json.mjs';
import { EVENT_TYPES } from '../../../../workflows/task/event';
import { startHubSpot } from '../../../support/hubspot/hubspot-server';
import type { Release } from '../../../support/cluster/temporal-cluster';
import { startCluster } from '../../../support/postgresql/start-cluster';
import { SandboxAdmin } from '../../../support/sandbox-admin/sandbox-admin';
import { FaultyServer } from './faulty-server';
import { MailboxPool } from './mailbox-pool';
import { Oracle } from './oracle';
import { copyPrograms } from './programs';
import { makeHolds } from './runs/sync-postgresql';
import { type EndedRun, startMatrixStack } from './stack';
import { Caller, type World } from './world';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
/** More than a matrix of hundreds of syncs asks of it. */
const CRM_BURST = 1_000;

/** More than there are cells of syncs of several agents, with the runs that missed. */
const HOOKS = 100;

export interface SetUp {
	world: World;
	/** @param keep leaves databases and logs for a person */
	end: (keep: boolean) => Promise<void>;
}

export interface SetUpOptions {
	/** Whether the service shows a training run that has ended. */
	endedRun: EndedRun;
	/** Default: `repeat`, as for users. */
	ifUncertain?: World['ifUncertain'];
	/** Other workflows than those that were built. */
	workflowBundle?: string;
	/** Temporal as a cluster of this release. Default: one process. */
	cluster?: Release | undefined;
}

/** The whole stack, and what stands around it. */
export async function setUp(name: string, options: SetUpOptions): Promise<SetUp> {
	const { endedRun, ifUncertain = 'repeat', workflowBundle, cluster } = options;
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-matrix-'));
	const ends: Array<() => Promise<void>> = [];
	let ending: Promise<void> | undefined;
	const end = (keep: boolean) =>
		(ending ??= (async () => {
			for (const each of ends.toReversed()) await each();
			if (!keep) await rm(folder, { recursive: true, force: true });
		})());
	try {
		const programs = await copyPrograms(name, workflowBundle);
		ends.push(() => programs.remove());
		const postgresql = await startCluster();
		ends.push(() => postgresql.stop());
		const databaseUrl = await postgresql.database('crm');
		const crm = await startHubSpot();
		crm.setBurst(CRM_BURST);
		ends.push(() => crm.close());
		const receiver = await FaultyServer.start(join(folder, 'received.ndjson'));
		ends.push(() => receiver.close());
		const crmProxy = await FaultyServer.start(join(folder, 'crm.ndjson'), forwardTo(crm.url));
		ends.push(() => crmProxy.close());

		const hook = { type: 'webhook', url: `${receiver.url}/leads`, secret: SECRET };
		const unusedHooks = Array.from({ length: HOOKS }, (_, number) => `hook-${number}`);
		const stack = await startMatrixStack({
			folder,
			programs,
			endedRun,
			cluster,
			receivers: [receiver.host],
			destinations: {
				database: { type: 'postgresql', url: databaseUrl },
				crm: { type: 'hubspot', accessToken: crm.token, baseUrl: crmProxy.url },
				hook,
				...Object.fromEntries(unusedHooks.map((name) => [name, hook])),
			},
		});
		ends.push(() => stack.stop());
		await makeHolds(databaseUrl);
		const admin = new SandboxAdmin(stack.sandbox);
		await admin.changeAccount({ plan: 'business' });
		const oracle = new Oracle(stack.sandbox.databaseFile);
		ends.push(() => Promise.resolve(oracle.close()));
		const connection = await Connection.connect({ address: stack.engine.address });
		ends.push(() => connection.close());
		const caller = new Caller(stack.gatewayUrl, stack.token);
		const subscription = await caller.post('/v1/subscriptions', 'matrix', {
			url: `${receiver.url}/events`,
			events: EVENT_TYPES,
		});
		const world: World = {
			stack,
			folder,
			admin,
			oracle,
			caller,
			receiver,
			crmProxy,
			crm,
			databaseUrl,
			temporal: connection,
			mailboxes: new MailboxPool(stack.sandbox, admin),
			unusedHooks,
			ifUncertain,
			endedRun,
			waves: 0,
			subscriptionId: textAt(subscription, 'id'),
		};
		return { world, end };
	} catch (error) {
		await end(true);
		throw error;
	}
}

/** Forwards what the faulty server lets through. */
function forwardTo(url: string): NonNullable<Parameters<typeof FaultyServer.start>[1]> {
	return async ({ method, route, headers, body }) => {
		const response = await fetch(`${url}${route.slice(method.length + 1)}`, {
			method,
			headers: {
				authorization: headers.authorization ?? '',
				...(body === '' ? {} : { 'content-type': 'application/json' }),
			},
			...(body === '' ? {} : { body }),
		});
		const text = await response.text();
		return { status: response.status, headers: { 'content-type': 'application/json' }, body: text };
	};
}
