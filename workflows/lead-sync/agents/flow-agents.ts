import { condition, proxyActivities, proxySinks } from '@temporalio/workflow';
import type { TaskArgs } from '../../task/continue-as-new';
import { skippedWords } from '../../leads/filter';
import { enterStage, reportFrom, reportProgress } from '../../task/progress';
import type { TaskSinks } from '../../telemetry/sinks';
import type { StoredLeadActivities } from '../activities';
import type { LeadSyncInput } from '../contract';
import { problemWords } from '../cursor';
import { describeRest, describeSilence, type FlowFigures, type RestStage } from '../flow-progress';
import { boundList, missingOf } from '../refusals';
import { boundLists, countsOfAll, skippedOf, syncedOf } from './agents-result';
import type { AgentPart, AgentsState } from './agents-state';
import { AgentsSync } from './agents-sync';
import { FlowAgent } from './flow-agent';
import { FlowLine } from './flow-line';
import { type LineState, newLine } from './line-state';
import { answerAgentsQueries } from './queries';
import type { SharedFlow } from './shared-sync';
import { Slots } from './slots';
import { describeAgents, exceptions } from './words';

/** See `first`. */
const MOST_FIRST = 5;

const { syncs } = proxySinks<TaskSinks>();

const { discardLeads } = proxyActivities<StoredLeadActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/** A sync of several agents into a flow, which takes the leads of all of them from one line. */
export class FlowAgents extends AgentsSync implements SharedFlow {
	readonly line: LineState;
	readonly first = new Slots(MOST_FIRST);
	private readonly agents: FlowAgent[] = [];
	private readonly handOuts: FlowLine;
	private isChanged = true;
	/** Leads that the metrics have as written. */
	private counted: number;

	constructor(args: TaskArgs<LeadSyncInput>, state: AgentsState) {
		super(args, state);
		this.counted = syncedOf(state.parts);
		this.line = state.line ??= newLine(this.input.destination);
		this.handOuts = new FlowLine(this.line, this.agents, () => state.paused);
		// What waits for the flow can be taken before the syncs of the agents begin.
		for (const part of state.parts) this.agents.push(new FlowAgent(this, part));
		answerAgentsQueries(this);
		this.listen((agentId, leadIds) => {
			this.agents.find(({ part }) => part.agentId === agentId)?.handOut.forget(leadIds);
		});
		this.handOuts.listen((what, agent) => {
			this.changed();
			if (what === 'flow') {
				this.enterRest();
				this.callAll();
			} else agent?.callForLine();
		});
	}

	override async run(): Promise<never> {
		this.keep(this.tend());
		this.keep(this.watchForSilence());
		return super.run();
	}

	override wants(agentId: string): boolean {
		return this.named()?.includes(agentId) ?? true;
	}

	override stopSummary(): string {
		const { parts } = this.state;
		const missing = parts.reduce((sum, part) => sum + missingOf(part), 0);
		const problems = missing === 0 ? '' : ` The flow refused ${missing} leads.`;
		const unfinished =
			this.inLine === 0 ? '' : ` ${this.inLine} leads were read and not handed out; a new start of the sync does it.`;
		return `The sync stopped after ${syncedOf(parts)} leads of ${parts.length} agents${skippedWords(skippedOf(parts))}.${problems}${unfinished}`;
	}

	get inLine(): number {
		return this.agents.reduce((sum, { handOut }) => sum + handOut.state.leads.length, 0);
	}

	changed(): void {
		this.isChanged = true;
	}

	override report(message = this.words()): void {
		const { destination } = this.input;
		reportProgress(this.state.progress, {
			...describeAgents(this.state, { destination, flow: this.line.settings.label }),
			message,
		});
	}

	protected override named(): string[] | null {
		return this.line.openings === 0 ? super.named() : this.line.agentIds;
	}

	protected override syncOf(part: AgentPart): FlowAgent {
		const known = this.agents.find((agent) => agent.part === part);
		if (known !== undefined) return known;
		const agent = new FlowAgent(this, part);
		this.agents.push(agent);
		return agent;
	}

	/** Does what the line leaves to do: it deletes stored leads, publishes events and reports. */
	private async tend(): Promise<void> {
		while (!this.isEnding) {
			this.isChanged = false;
			await this.discardUnused();
			const synced = syncedOf(this.state.parts);
			if (synced > this.counted) {
				for (const part of this.state.parts) boundList(part, true);
				this.count(synced - this.counted, 0);
				this.counted = synced;
			}
			boundLists(this.state.parts);
			await this.publishRefused();
			this.enterRest();
			await condition(() => this.isChanged || this.isEnding);
		}
	}

	private async discardUnused(): Promise<void> {
		for (const { handOut } of this.agents) {
			const unused = handOut.unusedBlobs;
			if (unused.length === 0) continue;
			await discardLeads(unused);
			handOut.discarded(unused);
		}
	}

	private async publishRefused(): Promise<void> {
		for (const { handOut, part } of this.agents) {
			const refused = handOut.takeNewlyRefused();
			this.count(0, refused.length);
			await this.notices.refused(refused, part.agentId);
		}
		if (this.isFull()) await this.notices.full(describeRest('full', this.figures()));
	}

	private count(written: number, refused: number): void {
		const { connection, destination } = this.input;
		if (written + refused > 0) syncs.settled(connection, destination, written, refused);
	}

	protected override showStage(): void {
		this.enterRest();
	}

	private enterRest(): void {
		const { progress } = this.state;
		const stage = this.stage();
		const isNew = progress.stage !== stage;
		enterStage(progress, stage);
		if (isNew || Date.now() >= reportFrom(progress)) this.report();
	}

	private stage(): RestStage | 'syncing' {
		if (this.line.closed) return 'unpublished';
		if (this.state.paused) return 'paused';
		if (this.isFull()) return 'full';
		return this.inLine > 0 ? 'handing-out' : 'syncing';
	}

	private words(): string {
		const stage = this.stage();
		const { destination } = this.input;
		if (stage === 'syncing') return describeAgents(this.state, { destination, flow: this.line.settings.label }).message;
		return `${describeRest(stage, this.figures())}${exceptions(this.state)}`;
	}

	private figures(): FlowFigures {
		const { parts } = this.state;
		return {
			label: this.line.settings.label,
			inLine: this.inLine,
			synced: syncedOf(parts),
			counting: this.refused(),
			problems: `${problemWords(countsOfAll(parts))}${skippedWords(skippedOf(parts))}`,
		};
	}

	/** Says so when leads wait and the flow does not ask for them. It costs one timer in two minutes. */
	private async watchForSilence(): Promise<void> {
		const isWaiting = () => this.handOuts.view(null, Date.now()).waiting > 0;
		const heardAt = () => Math.max(this.line.askedAt, ...this.agents.map(({ handOut }) => handOut.state.readyAt));
		const ends = () => this.isEnding;
		while (!this.isEnding) {
			await condition(() => ends() || isWaiting());
			const since = heardAt();
			const left = since + this.timing.silentMs - Date.now();
			if (left > 0) await condition(ends, left);
			else if (!ends()) {
				this.report(describeSilence(this.figures(), since));
				await condition(() => ends() || heardAt() !== since || !isWaiting());
				if (!ends()) this.report();
			}
		}
	}
}
