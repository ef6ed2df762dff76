import { signal } from '@preact/signals';
import { listAgents } from './client';
import { GatewayError } from './gateway-error';

/** Agents without a name may be new, so they are asked for again after so long. Milliseconds. */
const AGAIN_MS = 10 * 60_000;
/** The same after a gateway that could not list them. Milliseconds. */
const AFTER_FAILURE_MS = 60_000;
/** A page can show tasks of forty connections, and one that does not respond holds up no other. */
const AT_ONCE = 3;
/** Lists of one connection, of up to 460 agents each. */
const MOST_LISTS = 3;

/** The names of agents, of which tasks have only the ids. They are read once for each connection that a page shows. */
export class AgentNames {
	readonly #names = signal<ReadonlyMap<string, ReadonlyMap<string, string>>>(new Map());
	/** When the agents of a connection may be listed again, in milliseconds since 1970. */
	readonly #nextAt = new Map<string, number>();
	#waiting: string[] = [];
	#active = 0;

	constructor(private readonly list: typeof listAgents) {}

	/** @returns undefined as long as it is unknown. A component that asks is rendered again when it is known */
	of(connection: string, agentId: string): string | undefined {
		return this.#names.value.get(connection)?.get(agentId);
	}

	/** Reads the names of a connection, unless that is too soon. */
	want(connection: string): void {
		if (connection === '' || (this.#nextAt.get(connection) ?? 0) > Date.now()) return;
		this.#nextAt.set(connection, Number.POSITIVE_INFINITY);
		this.#waiting.push(connection);
		this.#readNext();
	}

	/** What was refused to one person may be read by the next. */
	startAgain(): void {
		this.#nextAt.clear();
		this.#waiting = [];
	}

	#readNext(): void {
		if (this.#active >= AT_ONCE) return;
		const connection = this.#waiting.shift();
		if (connection === undefined) return;
		this.#active += 1;
		void this.#read(connection).finally(() => {
			this.#active -= 1;
			this.#readNext();
		});
	}

	async #read(connection: string): Promise<void> {
		let pauseMs = AGAIN_MS;
		try {
			let offset: number | null = 0;
			for (let lists = 0; lists < MOST_LISTS && offset !== null; lists += 1) {
				const { items, nextOffset }: Awaited<ReturnType<typeof listAgents>> = await this.list(connection, offset);
				this.#add(connection, items);
				offset = nextOffset;
			}
		} catch (error) {
			// The ids say which agents are meant. The page of connections shows what is wrong.
			if (error instanceof GatewayError && error.isTemporary) pauseMs = AFTER_FAILURE_MS;
			// All others would be refused, too, until somebody signs in.
			if (error instanceof GatewayError && error.isTokenRefused) this.#waiting = [];
		}
		this.#nextAt.set(connection, Date.now() + pauseMs);
	}

	#add(connection: string, agents: ReadonlyArray<{ id: string; name: string }>): void {
		const names = new Map(this.#names.value.get(connection));
		for (const { id, name } of agents) names.set(id, name);
		this.#names.value = new Map(this.#names.value).set(connection, names);
	}
}

export const agentNames = new AgentNames(listAgents);
