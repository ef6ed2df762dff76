import { at } from '../api/base-path';
import type { Overview, TroubledSchedule } from '../api/types';
import { Pill } from '../parts/pill';
import { Ago, WithMoments } from '../parts/times';
import { taskLink } from '../tasks/task-panel-address';
import { Section } from './task-lines';

/** Schedules whose last run failed or was missed. @param titleOf a type of task */
export function TroubledSchedules({
	schedules: { count, items },
	titleOf,
}: {
	schedules: Overview['schedules'];
	titleOf: (type: string) => string;
}) {
	return (
		<Section
			title="Schedules to check"
			count={count}
			none="The last run of every schedule succeeded."
			all={[{ href: at('/schedules'), text: 'All schedules' }]}
		>
			{items.map((schedule) => (
				<ScheduleLine key={schedule.id} schedule={schedule} title={titleOf(schedule.type)} />
			))}
		</Section>
	);
}

function ScheduleLine({ schedule, title }: { schedule: TroubledSchedule; title: string }) {
	const { id, taskId, dueAt, trouble, message } = schedule;
	return (
		<li class="line" data-key={id}>
			<div class="row">
				<a href={taskLink(taskId)}>{`${id}: ${title}`}</a>
				<Pill look={trouble === 'missed' ? 'attention' : 'bad'}>
					{trouble === 'missed' ? 'Missed' : 'Needs a look'}
				</Pill>
			</div>
			<p class="soft">
				<WithMoments text={message} /> (due <Ago at={dueAt} />)
			</p>
		</li>
	);
}
