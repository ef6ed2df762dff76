import { readUsage } from '../api/client';
import { useLive } from '../api/live';
import type { ConnectionUsage } from '../api/types';
import { Loaded } from '../parts/loaded';
import { counted } from '../words/words';
import { CHART, chartOf, sum } from './chart';

/** The calls of each connection in the last hour, beside the limit of its key. */
export function UsageCharts() {
	const live = useLive(readUsage, []);
	return (
		<section aria-label="Calls in the last hour">
			<h2>Calls in the last hour</h2>
			<Loaded live={live}>
				{({ items, unreadable }) => (
					<>
						{unreadable > 0 && (
							<p class="note bad">
								{`The counts of ${counted(unreadable, 'worker')} cannot be read: their encryption key is not in encryption.keys. Their calls are missing here.`}
							</p>
						)}
						<ul class="charts">
							{items.map((usage) => (
								<li key={usage.connection} class="card">
									<UsageChart usage={usage} />
								</li>
							))}
						</ul>
						<p class="soft">Workers report once a minute. Calls of other programs with the same key are not counted.</p>
					</>
				)}
			</Loaded>
		</section>
	);
}

function UsageChart({ usage }: { usage: ConnectionUsage }) {
	const { connection, calls, limited } = usage;
	const { bars, limitY, load, text } = chartOf(usage);
	const refused = sum(limited);
	return (
		<>
			<h3>{connection}</h3>
			<p>{load}</p>
			<svg
				class="chart"
				role="img"
				aria-label={text}
				viewBox={`0 0 ${CHART.width} ${CHART.height}`}
				preserveAspectRatio="none"
			>
				{bars.map(({ title, x, y, width, height, isLimited }) => (
					<rect
						key={`${x} ${isLimited}`}
						class={isLimited ? 'limited' : 'calls'}
						x={x}
						y={y}
						width={width}
						height={height}
					>
						<title>{title}</title>
					</rect>
				))}
				<line class="limit" x1={0} x2={CHART.width} y1={limitY} y2={limitY} />
			</svg>
			<div class="row soft" aria-hidden="true">
				<span>60 minutes ago</span>
				<span>now</span>
			</div>
			<p>
				{`${counted(sum(calls), 'call')} in the hour`}
				{refused > 0 && <span class="bad">{`, ${refused.toLocaleString('en')} refused because of the limit`}</span>}
			</p>
		</>
	);
}
