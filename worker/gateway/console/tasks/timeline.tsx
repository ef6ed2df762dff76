import { useRef } from 'preact/hooks';
import { readTimeline } from '../api/client';
import { useLive } from '../api/live';
import type { Task, Timeline as TimelineData, TimelineEntry } from '../api/types';
import { Loaded } from '../parts/loaded';
import { type Look, Pill } from '../parts/pill';
import { Ago, At } from '../parts/times';
import { exactWithSeconds, readersZone } from '../words/times';
import { counted, humanised, STAGES, wordOf } from '../words/words';
import { taskLink } from './task-panel-address';
import { attemptsOf, durationOf, groupsOf, statusesOf, type TimelineGroup } from './timeline-groups';

/** A history is long, so it is read less often than the rest of the panel. In ms. */
const RUNNING_MS = 8_000;
const ENDED_MS = 60_000;

/** Nothing to say about what is simply done. */
const LOOKS: Readonly<Record<Exclude<TimelineEntry['status'], 'done'>, readonly [Look, string]>> = {
	running: ['busy', 'Running'],
	failed: ['bad', 'Failed'],
	cancelled: ['quiet', 'Cancelled'],
};

/** What happened to a task: its stages, steps, waits, retries, decisions and messages. */
export function Timeline({ task, hidesChildren }: { task: Task; hidesChildren: boolean }) {
	const live = useLive(useTimeline(task), [task.id, task.stage, task.closedAt]);
	return (
		<section aria-label="Timeline">
			<h3>Timeline</h3>
			<Loaded live={live}>{(timeline) => <Content timeline={timeline} hidesChildren={hidesChildren} />}</Loaded>
		</section>
	);
}

/** Reads again when the task entered another stage, or after a while. */
function useTimeline({ id, stage, closedAt }: Task): () => Promise<TimelineData> {
	const known = useRef<{ key: string; until: number; timeline: TimelineData } | null>(null);
	return async () => {
		const key = [id, stage, closedAt].join(' ');
		if (known.current?.key === key && Date.now() < known.current.until) return known.current.timeline;
		const timeline = await readTimeline(id);
		known.current = { key, until: Date.now() + (closedAt === null ? RUNNING_MS : ENDED_MS), timeline };
		return timeline;
	};
}

function Content({ timeline, hidesChildren }: { timeline: TimelineData; hidesChildren: boolean }) {
	const { apiCalls, cut } = timeline;
	const entries = timeline.entries.filter(({ kind }) => !(hidesChildren && kind === 'child'));
	return (
		<>
			<p class="soft">
				{counted(apiCalls, 'API call')}
				{cut && '. The history is long, so only its newest 1,000 events are shown'}. Times in {readersZone()}.
			</p>
			<ol class="timeline">
				{groupsOf({ entries }).map((group, index) => (
					<Group key={index} group={group} />
				))}
			</ol>
		</>
	);
}

function Group({ group: { stage, entries } }: { group: TimelineGroup }) {
	return (
		<li class={stage?.status === 'running' ? 'current' : undefined}>
			{stage !== null && (
				<div class="row">
					<strong>{wordOf(STAGES, stage.name) ?? humanised(stage.name)}</strong>
					<Time entry={stage} />
				</div>
			)}
			{entries.length > 0 && (
				<ul class="steps">
					{entries.map((entry, index) => (
						<Step key={index} entry={entry} />
					))}
				</ul>
			)}
		</li>
	);
}

function Step({ entry }: { entry: TimelineEntry }) {
	const { kind, title, status, reason, nextAt, by, taskId, queuedSeconds } = entry;
	const attempts = attemptsOf(entry);
	const statuses = statusesOf(entry);
	return (
		<li class={kind}>
			<div class="row">
				<span>
					{taskId === null ? title : <a href={taskLink(taskId)}>{title}</a>}
					{by !== null && ` (${by})`}
					{attempts !== null && <span class="soft">{`, ${attempts}`}</span>}
				</span>
				{status !== 'done' && kind !== 'end' && <Pill look={LOOKS[status][0]}>{LOOKS[status][1]}</Pill>}
				<Time entry={entry} />
			</div>
			{reason !== null && <p class="soft">{status === 'done' && attempts !== null ? `Retried: ${reason}` : reason}</p>}
			{statuses !== null && <p class="soft">{statuses}</p>}
			{queuedSeconds !== null && (
				<p class="soft">{`Waited ${counted(queuedSeconds, 'second')} for its turn within the key's limit.`}</p>
			)}
			{nextAt !== null && (
				<p class="soft">
					Next attempt:{' '}
					{Date.parse(nextAt) <= Date.now() ? (
						'now'
					) : (
						<>
							<Ago at={nextAt} /> (<At at={nextAt} />)
						</>
					)}
				</p>
			)}
		</li>
	);
}

/** When it began and how long it took. */
function Time({ entry }: { entry: TimelineEntry }) {
	const duration = durationOf(entry);
	return (
		<span class="soft when">
			<time dateTime={entry.at} title={entry.at}>
				{exactWithSeconds(entry.at)}
			</time>
			{duration !== null && `, ${entry.endedAt === null ? 'for ' : ''}${duration}`}
		</span>
	);
}
