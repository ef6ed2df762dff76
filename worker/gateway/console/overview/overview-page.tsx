import { TITLES } from '../addresses';
import { at } from '../api/base-path';
import { listTaskTypes, readOverview } from '../api/client';
import { useLive } from '../api/live';
import type { Overview, TaskItem, TaskType } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Ago } from '../parts/times';
import { LeadPanel } from '../syncs/lead-panel';
import { RefusedPanel } from '../syncs/refused-panel';
import { refusedLink } from '../syncs/refused-panel-address';
import { TaskPanel } from '../tasks/task-panel';
import { exact, readersZone, startOfToday } from '../words/times';
import { counted } from '../words/words';
import { WaitingMail } from '../tasks/waiting-mail';
import { Section, TaskLine, type TaskLineProps } from './task-lines';
import { TroubledSchedules } from './troubled-schedules';
import { UsageCharts } from './usage-charts';

/** The first page: what needs a person, what happens now, and how much of each limit is used. */
export function OverviewPage() {
	const { value: types = [] } = useLive(listTaskTypes, []);
	const live = useLive(() => readOverview(startOfToday()), []);
	const typeOf = (type: string) => types.find((each) => each.type === type);
	return (
		<Page title={TITLES['/']}>
			<Loaded live={live}>{(overview) => <Sections overview={overview} typeOf={typeOf} />}</Loaded>
			<UsageCharts />
			<TaskPanel />
			<RefusedPanel />
			<LeadPanel />
		</Page>
	);
}

interface SectionsProps {
	overview: Overview;
	typeOf: (type: string) => TaskType | undefined;
}

function Sections({ overview, typeOf }: SectionsProps) {
	const titleOf = (type: string) => typeOf(type)?.title ?? type;
	const { since, waiting, running, failed, blockedSyncs, schedules, undelivered } = overview;
	const line = (task: TaskItem, more: Partial<TaskLineProps> = {}) => (
		<TaskLine key={task.id} task={task} type={typeOf(task.type)} {...more} />
	);
	return (
		<>
			<Section
				title="Waiting for a person"
				count={waiting.count}
				none="Nothing waits for you."
				all={[{ href: at('/tasks'), text: 'All tasks' }]}
			>
				{waiting.items.map((task) => line(task, { children: <WaitingMail task={task} /> }))}
			</Section>
			<Section
				title="Blocked syncs"
				count={blockedSyncs.count}
				none="No sync is blocked."
				all={[{ href: at('/syncs'), text: 'All syncs' }]}
			>
				{blockedSyncs.items.map((sync) => line(sync, whereToUnblock(sync)))}
			</Section>
			<Section
				title="Failed today"
				about={`Since ${exact(since)}, in the time zone ${readersZone()}`}
				count={failed.count}
				none="No task failed today."
				all={[
					{ href: at('/tasks?needsAttention=true'), text: 'All that need a look' },
					{ href: at('/tasks?status=failed'), text: 'All that failed' },
					{ href: at('/tasks?status=timed_out'), text: 'All that timed out' },
				]}
			>
				{failed.items.map((task) => line(task))}
			</Section>
			<TroubledSchedules schedules={schedules} titleOf={titleOf} />
			{undelivered.since !== null && (
				<Section
					title="Notifications that do not arrive"
					count={undelivered.count}
					all={[{ href: at('/notifications'), text: 'All notifications' }]}
				>
					<li class="line bad">
						{`To ${counted(undelivered.subscriptions, 'subscription')}, the oldest `}
						<Ago at={undelivered.since} />
					</li>
				</Section>
			)}
			<Section
				title="Running"
				count={running.count}
				none="Nothing runs."
				all={[{ href: at('/tasks?status=running'), text: 'All running tasks' }]}
			>
				{running.items.map((task) => line(task))}
			</Section>
		</>
	);
}

/** Too many refused leads: the list of them. Everything else: the task, which says what blocks it. */
function whereToUnblock({ id, stage, progress }: TaskItem): { reason?: string; href?: string } {
	if (stage === 'full') return { href: refusedLink(id) };
	const { problem } = progress ?? {};
	return problem === undefined ? {} : { reason: `${problem.title}: ${problem.detail}` };
}
