import { useEffect, useState } from 'preact/hooks';
import { previewTimes } from '../api/client';
import { GatewayError } from '../api/gateway-error';
import { expireIfRefused } from '../api/session';
import { poller } from '../api/live';
import type { FieldProblem } from '../forms/problems';
import { inZone } from '../words/times';

/** After the last key, in ms. */
const PAUSE_MS = 400;

/** The next times of what is in the form now, or what is wrong with it. */
export interface Preview {
	times: readonly string[];
	timeZone: string;
	/** What clock changes do to them, in words. */
	warnings: readonly string[];
	problems: readonly FieldProblem[];
	/** The gateway could not compute them. */
	trouble: string;
}

const NOTHING: Preview = { times: [], timeZone: '', warnings: [], problems: [], trouble: '' };

/** Asks the gateway for the next times while somebody types. @param cron empty: nothing to ask yet */
export function usePreview(cron: string[], timeZone: string): Preview {
	const [preview, setPreview] = useState(NOTHING);
	useEffect(() => {
		if (cron.length === 0 || timeZone.trim() === '') {
			setPreview(NOTHING);
			return undefined;
		}
		let isCurrent = true;
		const ask = async () => {
			const found = await read(cron, timeZone.trim());
			if (isCurrent) setPreview(found);
		};
		const timer = setTimeout(() => void ask(), PAUSE_MS);
		return () => {
			isCurrent = false;
			clearTimeout(timer);
		};
	}, [cron.join('\n'), timeZone]);
	return preview;
}

async function read(cron: string[], timeZone: string): Promise<Preview> {
	try {
		const { next, clockWarnings } = await previewTimes(cron, timeZone);
		return { ...NOTHING, times: next, timeZone, warnings: clockWarnings };
	} catch (error) {
		if (expireIfRefused(error)) poller.pause();
		if (error instanceof GatewayError && error.refusal.issues.length > 0)
			return { ...NOTHING, problems: error.refusal.issues };
		return { ...NOTHING, trouble: 'The next times are unavailable at the moment.' };
	}
}

/** The next times in the zone of the schedule. */
export function NextTimes({ preview: { times, timeZone, warnings, trouble } }: { preview: Preview }) {
	return (
		<div class="next-times" role="status">
			{trouble}
			{times.length > 0 && (
				<>
					<p>{`The next times, in ${timeZone}:`}</p>
					<ul class="plain">
						{times.map((time) => (
							<li key={time}>
								<time dateTime={time}>{inZone(time, timeZone)}</time>
							</li>
						))}
					</ul>
					<ClockWarnings warnings={warnings} />
				</>
			)}
		</div>
	);
}

/** What clock changes do to a schedule. Nothing, if they do nothing. */
export function ClockWarnings({ warnings }: { warnings: readonly string[] }) {
	return (
		<>
			{warnings.map((warning) => (
				<p key={warning} class="clock-warning">
					{warning}
				</p>
			))}
		</>
	);
}
