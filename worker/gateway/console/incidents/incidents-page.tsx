import { TITLES } from '../addresses';
import { readIncidents } from '../api/client';
import { useLive } from '../api/live';
import type { Incidents, OpenIncident } from '../api/types';
import { Loaded } from '../parts/loaded';
import { Page } from '../parts/page';
import { Pill } from '../parts/pill';
import { Ago, WithMoments } from '../parts/times';
import { RefusedPanel } from '../syncs/refused-panel';
import { TaskPanel } from '../tasks/task-panel';
import { taskLink } from '../tasks/task-panel-address';
import { KINDS } from './incident-words';
import { workWords } from './work-words';

/** What is wrong now, since when, what it blocks and what to do, and what works again. */
export function IncidentsPage() {
	const live = useLive(readIncidents, []);
	return (
		<Page title={TITLES['/incidents']}>
			<Loaded live={live}>{(incidents) => <Sections {...incidents} />}</Loaded>
			<TaskPanel />
			<RefusedPanel />
		</Page>
	);
}

function Sections({ open, recovered }: Incidents) {
	return (
		<>
			<section aria-label="Wrong now">
				<h2>{`Wrong now (${open.length})`}</h2>
				{open.length === 0 ? (
					<p class="soft">Nothing is wrong.</p>
				) : (
					<ul class="lines">
						{open.map((incident) => (
							<Incident key={keyOf(incident)} incident={incident} />
						))}
					</ul>
				)}
			</section>
			<section aria-label="Works again">
				<h2>{`Works again (${recovered.length})`}</h2>
				<p class="soft">Within the last 24 hours</p>
				<ul class="lines">
					{recovered.map(({ title, connection, taskId, since, recoveredAt }) => (
						<li class="line" key={`${title} ${recoveredAt}`}>
							<div class="row">
								{taskId === null ? <span>{title}</span> : <a href={taskLink(taskId)}>{title}</a>}
								<Pill look="good">Works</Pill>
							</div>
							<p class="soft">
								{connection !== null && `Connection ${connection}, wrong since `}
								{connection === null && 'Wrong since '}
								<Ago at={since} />, works since <Ago at={recoveredAt} />
							</p>
						</li>
					))}
				</ul>
			</section>
		</>
	);
}

function keyOf({ kind, connection, title, since }: OpenIncident): string {
	return `${kind} ${connection} ${title} ${since}`;
}

function Incident({ incident }: { incident: OpenIncident }) {
	const { kind, connection, title, reason, since, blocks, todo } = incident;
	const { look, word, held, linkOf } = KINDS[kind];
	const { href, text } = linkOf(incident);
	const work = workWords(blocks);
	return (
		<li class="line">
			<div class="row">
				<strong>{title}</strong>
				<Pill look={look}>{word}</Pill>
			</div>
			<p class="soft">
				{connection === '' ? 'Since ' : `Connection ${connection}, since `}
				<Ago at={since} />
				{work !== '' && `. ${held}: ${work}`}
			</p>
			{reason !== '' && (
				<p>
					<WithMoments text={reason} />
				</p>
			)}
			<p>{todo}</p>
			<p class="links">
				<a href={href}>{text}</a>
			</p>
		</li>
	);
}
