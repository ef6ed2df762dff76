import { z } from 'zod';
import { type Operation, type OperationId, operations, type Scope } from '../../../../api';
import { EmailCustomer } from '../email-customer';
import { type Answer, TestSandbox } from '../running-sandbox';

const ENOUGH_REQUESTS = 100_000;
/** Of the sandbox's clock: long enough for a run to be active until the test is over. */
const LONG_PAGE_SECONDS = 86_400;

const madeSchema = z.looseObject({ id: z.union([z.string(), z.number()]) });
const listedSchema = z.looseObject({ items: z.array(madeSchema) });

/** A request to an operation; its address is the table's. */
export interface SampleRequest {
	params?: Record<string, string>;
	query?: Record<string, string>;
	/** Sent as JSON; a form as a form. */
	body?: unknown;
}

/** A sandbox on which the samples make what they need. */
export class Stage {
	private made = 0;

	private constructor(
		readonly sandbox: TestSandbox,
		readonly email: EmailCustomer,
		/** An active mailbox, the default sender of the agent of `email`. */
		readonly mailbox: { id: string; address: string },
	) {}

	static async open(): Promise<Stage> {
		const sandbox = await TestSandbox.start({ rateLimit: ENOUGH_REQUESTS });
		await sandbox.admin('PATCH', '/account', { plan: 'business' });
		const email = new EmailCustomer(sandbox);
		return new Stage(sandbox, email, await email.activeMailbox('desk@shop.example'));
	}

	/** Takes back what a sample has set. */
	async reset(): Promise<void> {
		await this.sandbox.admin('PATCH', '/settings', {
			rateLimit: ENOUGH_REQUESTS,
			trainingDataBytes: 'plan',
			endedRun: 'kept',
			noRun: 'null',
		});
		await this.sandbox.admin('PATCH', '/account', { plan: 'business', messageCredits: null });
		await this.sandbox.admin('DELETE', '/faults');
	}

	close(): Promise<void> {
		return this.sandbox.running.close();
	}

	/** Asks for an operation of the table. @param key left out: the seeded key; null: none */
	send(id: OperationId, request: SampleRequest, key?: string | null): Promise<Answer> {
		const { method }: Operation = operations[id];
		return this.sandbox.call(method, addressOf(id, request), { body: request.body, key });
	}

	/** As `send`, with whatever bytes as the body. */
	sendBytes(id: OperationId, request: SampleRequest, body: string, contentType: string): Promise<Answer> {
		return this.sandbox.callWithBytes(operations[id].method, addressOf(id, request), body, contentType);
	}

	/** As `send`, to another path. */
	sendTo(id: OperationId, request: SampleRequest, change: (path: string) => string): Promise<Answer> {
		const { method }: Operation = operations[id];
		const [path = '', search] = addressOf(id, request).split('?');
		const address = [change(path), search].filter((part) => part !== undefined).join('?');
		return this.sandbox.call(method, address, { body: request.body });
	}

	/** Lends a new key, and revokes it: an account holds few. */
	async withKey<Result>(
		options: { scopes: Scope[]; agentIds?: string[] },
		use: (key: string) => Promise<Result>,
	): Promise<Result> {
		const { id, key } = await this.sandbox.createKey(options);
		try {
			return await use(key);
		} finally {
			await this.sandbox.admin('DELETE', `/keys/${id}`);
		}
	}

	/** A name that nothing else has. */
	newName(): string {
		return `sample-${(this.made += 1)}`;
	}

	/** An agent of a sample's own, untrained. Answers its id. */
	async newAgent(more: { pageSeconds?: number } = {}): Promise<string> {
		const website = this.sandbox.running.siteUrl;
		return this.makeByAdmin('/agents', { name: this.newName(), website, ...more });
	}

	/** An agent whose training run is active. Answers its id. */
	async trainingAgent(): Promise<string> {
		const id = await this.newAgent({ pageSeconds: LONG_PAGE_SECONDS });
		expect((await this.send('retrain', { params: { id } })).status).toBe(202);
		return id;
	}

	/** Makes something by the customer API. Answers its id. */
	async make(operation: OperationId, request: SampleRequest): Promise<string> {
		return idIn((await this.send(operation, request)).body);
	}

	/** Makes something that only the dashboard can. Answers its id. */
	async makeByAdmin(path: string, body: object): Promise<string> {
		return idIn((await this.sandbox.admin('POST', path, body)).body);
	}

	/** The id of the newest item of a list. */
	async newest(operation: OperationId, request: SampleRequest): Promise<string> {
		const { items } = listedSchema.parse((await this.send(operation, request)).body);
		return idIn(items[0]);
	}
}

function idIn(body: unknown): string {
	return String(madeSchema.parse(body).id);
}

function addressOf(id: OperationId, { params = {}, query = {} }: SampleRequest): string {
	const { path }: Operation = operations[id];
	const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
	const search = new URLSearchParams(query).toString();
	return search === '' ? filled : `${filled}?${search}`;
}
