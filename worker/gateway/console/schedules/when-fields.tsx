import { ChoiceControl, LongTextControl } from '../forms/controls/plain-controls';
import { ZoneControl } from '../forms/controls/zone-control';
import { Labelled, type LabelledProps } from '../forms/labelled';
import { type FieldProblem, problemsAt, sentenceAt, sentenceOf } from '../forms/problems';
import { DAYS, type TypedWhen, WHEN_KINDS, type WhenKind } from './when';

export interface WhenFieldsProps {
	when: TypedWhen;
	onWhen: (change: Partial<TypedWhen>) => void;
	timeZone: string;
	onTimeZone: (timeZone: string) => void;
	problems: readonly FieldProblem[];
}

/** When a schedule runs: one of the usual choices, or cron lines; and in which zone. */
export function WhenFields({ when, onWhen, timeZone, onTimeZone, problems }: WhenFieldsProps) {
	const kind = about('schedule-when', 'When', '', []);
	const day = about('schedule-day', 'Day', '', []);
	return (
		<>
			<Labelled {...kind}>
				{(attributes) => (
					<ChoiceControl
						attributes={attributes}
						typed={when.kind}
						options={WHEN_KINDS}
						none={null}
						onType={(chosen) => onWhen({ kind: chosen as WhenKind })}
					/>
				)}
			</Labelled>
			{when.kind === 'weekly' && (
				<Labelled {...day}>
					{(attributes) => (
						<ChoiceControl
							attributes={attributes}
							typed={when.day}
							options={DAYS}
							none={null}
							onType={(chosen) => onWhen({ day: chosen })}
						/>
					)}
				</Labelled>
			)}
			{when.kind === 'lines' ? (
				<CronLines when={when} onWhen={onWhen} problems={problems} />
			) : (
				<Time when={when} onWhen={onWhen} problems={problems} />
			)}
			<Zone timeZone={timeZone} onTimeZone={onTimeZone} problems={problems} />
		</>
	);
}

function about(id: string, label: string, help: string, problems: string[]): LabelledProps {
	return { id, label, help, isRequired: true, problems };
}

type PartProps = Pick<WhenFieldsProps, 'when' | 'onWhen' | 'problems'>;

function Time({ when, onWhen, problems }: PartProps) {
	const wrong = problemsAt(problems, 'cron').map(({ message }) => sentenceOf('Time', message));
	const time = about('schedule-time', 'Time', '', wrong);
	return (
		<Labelled {...time}>
			{(attributes) => (
				<input
					{...attributes}
					type="time"
					value={when.time}
					onInput={({ currentTarget }) => onWhen({ time: currentTarget.value })}
				/>
			)}
		</Labelled>
	);
}

const CRON_HELP =
	'One line or several, each with minute, hour, day of month, month and day of week. For example, 30\u00a03\u00a0*\u00a0*\u00a01-5 is half past three from Monday to Friday';

function CronLines({ when, onWhen, problems }: PartProps) {
	const wrong = problemsAt(problems, 'cron').map((problem) => sentenceAt('Cron lines', problem));
	const lines = about('schedule-cron', 'Cron lines', CRON_HELP, wrong);
	return (
		<Labelled {...lines}>
			{(attributes) => (
				<LongTextControl
					attributes={attributes}
					typed={when.lines}
					onType={(typed) => onWhen({ lines: typed })}
					isList
				/>
			)}
		</Labelled>
	);
}

function Zone({ timeZone, onTimeZone, problems }: Pick<WhenFieldsProps, 'timeZone' | 'onTimeZone' | 'problems'>) {
	const wrong = problemsAt(problems, 'timeZone').map(({ message }) => sentenceOf('Time zone', message));
	const zone = about('schedule-zone', 'Time zone', 'Type a part of its name, such as Berlin', wrong);
	return (
		<Labelled {...zone}>
			{(attributes) => <ZoneControl attributes={attributes} typed={timeZone} onType={onTimeZone} />}
		</Labelled>
	);
}
