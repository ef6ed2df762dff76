import type { ComponentChildren } from 'preact';

/** The attributes by which a control says what it is, how it is filled in, and what is wrong with it. */
export interface ControlAttributes {
	id: string;
	required: boolean;
	'aria-describedby': string | undefined;
	'aria-invalid': 'true' | undefined;
	/** The form looks for the first of them. */
	'data-wrong': true | undefined;
}

export interface LabelledProps {
	id: string;
	label: string;
	help: string;
	isRequired: boolean;
	/** Sentences. Empty: nothing is wrong. */
	problems: readonly string[];
}

export function controlAttributes({ id, help, isRequired, problems }: LabelledProps): ControlAttributes {
	const described = [help === '' ? '' : `${id}-help`, problems.length === 0 ? '' : `${id}-problem`].filter(Boolean);
	return {
		id,
		required: isRequired,
		'aria-describedby': described.length === 0 ? undefined : described.join(' '),
		'aria-invalid': problems.length === 0 ? undefined : 'true',
		'data-wrong': problems.length === 0 ? undefined : true,
	};
}

/** A control with its label above it, its help, and below it what is wrong. @param children makes the control */
export function Labelled({
	children,
	...about
}: LabelledProps & { children: (attributes: ControlAttributes) => ComponentChildren }) {
	const { id, label, isRequired } = about;
	return (
		<div class="field">
			<label for={id}>
				{label} <RequiredMark isRequired={isRequired} />
			</label>
			<Help {...about} />
			{children(controlAttributes(about))}
			<Problems {...about} />
		</div>
	);
}

/** A group of controls, with its legend in place of the label. */
export function LabelledGroup({ children, ...about }: LabelledProps & { children: ComponentChildren }) {
	const { id, label, isRequired } = about;
	const { 'aria-describedby': describedBy, 'data-wrong': isWrong } = controlAttributes(about);
	return (
		<fieldset class="field" id={id} tabIndex={-1} aria-describedby={describedBy} data-wrong={isWrong}>
			<legend>
				{label} <RequiredMark isRequired={isRequired} />
			</legend>
			<Help {...about} />
			{children}
			<Problems {...about} />
		</fieldset>
	);
}

function RequiredMark({ isRequired }: { isRequired: boolean }) {
	return isRequired ? <span class="required">required</span> : null;
}

export function Help({ id, help }: LabelledProps) {
	if (help === '') return null;
	return (
		<p id={`${id}-help`} class="soft">
			{/[.!?]$/.test(help) ? help : `${help}.`}
		</p>
	);
}

export function Problems({ id, problems }: LabelledProps) {
	if (problems.length === 0) return null;
	return (
		<div id={`${id}-problem`} class="problem">
			{[...new Set(problems)].map((sentence) => (
				<p key={sentence}>{sentence}</p>
			))}
		</div>
	);
}
