import type { FastifyBaseLogger } from 'fastify';
import type { Account } from '../../account/account';
import type { Chat } from '../../chat/chat';
import type { Leads } from '../../conversations/leads';
import type { Repositories } from '../../database/repositories';
import type { SqlDatabase } from '../../database/sql-database';
import type { Clock } from '../../runtime/clock';
import { type Visit, visitAt } from './visit';
import { type VisitCounts, VisitCountsRepository } from './visit-counts';

/** Between two visits, in seconds of the sandbox's clock. */
const VISIT_SECONDS = 60;
/** Between the answer and the form. */
const READING_SECONDS = 5;
/** Visitors leave this share of the month's message credits to people. Below it they only send forms. */
const SHARE_OF_PEOPLE = 0.5;

export interface SimulatedVisitorsServices {
	database: SqlDatabase;
	repositories: Pick<Repositories, 'agents'>;
	account: Account;
	chat: Chat;
	clock: Clock;
	leads: Leads;
	log: FastifyBaseLogger;
}

/**
 * Imagined visitors of the seeded agents' website: one a minute asks a question, sends the form, or both. They use the
 * services of the widget, so that triggers, syncs and analytics see them like everybody else.
 */
export class SimulatedVisitors {
	private readonly counts: VisitCountsRepository;
	private enabledAtFirst = false;
	private stopping = new AbortController();
	/** The loop that runs, and the ones that are about to end. */
	private readonly loops = new Set<Promise<void>>();

	constructor(private readonly services: SimulatedVisitorsServices) {
		this.counts = new VisitCountsRepository(services.database);
	}

	/** @param enabled whether they come if nobody has used the switch in this data folder */
	start(enabled: boolean): void {
		this.enabledAtFirst = enabled;
		if (this.describe().enabled) this.begin();
	}

	/** The switch and what the visitors have done so far, also before a restart. */
	describe(): VisitCounts & { enabled: boolean } {
		const { enabled, ...counts } = this.counts.read();
		return { enabled: enabled ?? this.enabledAtFirst, ...counts };
	}

	/** Lasts over restarts. */
	setEnabled(enabled: boolean): void {
		const before = this.describe().enabled;
		this.counts.setEnabled(enabled);
		if (enabled === before) return;
		if (enabled) this.begin();
		else this.stopping.abort(new Error('The simulated visitors are switched off.'));
	}

	/** Aborts a visit in progress and waits until none uses the database. */
	async stop(): Promise<void> {
		this.stopping.abort(new Error('The sandbox is stopping.'));
		await Promise.all(this.loops);
	}

	private begin(): void {
		this.stopping = new AbortController();
		const loop = this.visitEachMinute(this.stopping.signal).finally(() => this.loops.delete(loop));
		this.loops.add(loop);
	}

	private async visitEachMinute(signal: AbortSignal): Promise<void> {
		const { clock, log } = this.services;
		for (;;) {
			try {
				await clock.pause(VISIT_SECONDS, signal);
				await this.visit(visitAt(this.counts.read().visits), signal);
			} catch (error) {
				if (signal.aborted) return;
				log.warn({ err: error }, 'a simulated visitor left early');
			}
		}
	}

	private async visit({ agentId, visitor, question, form }: Visit, signal: AbortSignal): Promise<void> {
		const { database, repositories, chat, clock, leads } = this.services;
		const agent = repositories.agents.find(agentId);
		if (agent === undefined) throw new Error(`There is no agent ${agentId}.`);
		const { name, email, phone, city, country, countryCode } = visitor;
		let conversationId: string | undefined;
		if (question !== null && this.mayAsk()) {
			const body = { message: question, location: { city, country, countryCode } };
			conversationId = (await chat.send(agent, body, 'website')).sessionId;
			if (form !== null) await clock.pause(READING_SECONDS, signal);
		}
		database.transaction(() => {
			const details = { name, email, phone, city, country, countryCode, conversationId };
			if (form !== null) leads.capture(agent, { ...details, fields: form });
			const questions = conversationId === undefined ? 0 : 1;
			this.counts.add({ visits: 1, questions, leads: form === null ? 0 : 1 });
		});
	}

	private mayAsk(): boolean {
		const { limit, remaining } = this.services.account.credits;
		return remaining > limit * SHARE_OF_PEOPLE;
	}
}
