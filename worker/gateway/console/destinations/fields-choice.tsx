import { Box } from '../forms/controls/box';
import { LongTextControl } from '../forms/controls/plain-controls';
import { Labelled, LabelledGroup, type LabelledProps } from '../forms/labelled';
import { sourceWords } from '../words/sources';
import { CHOICES, type ChosenFields } from './chosen-fields';

const FORM_FIELDS: LabelledProps = {
	id: 'form-fields',
	label: 'Single form fields',
	help: 'Names of form fields, one per line',
	isRequired: false,
	problems: [],
};

interface FieldsChoiceProps {
	field: LabelledProps;
	value: ChosenFields;
	onChange: (value: ChosenFields) => void;
}

/** Which parts of a lead a webhook gets. */
export function FieldsChoice({ field, value, onChange }: FieldsChoiceProps) {
	const { isAll, chosen, formFields } = value;
	const choose = (source: string, isChosen: boolean) =>
		onChange({ ...value, chosen: isChosen ? [...chosen, source] : chosen.filter((each) => each !== source) });
	return (
		<LabelledGroup {...field}>
			<Box
				group="which-fields"
				label="Everything"
				isChecked={isAll}
				onChange={() => onChange({ ...value, isAll: true })}
			/>
			<Box
				group="which-fields"
				label="Only what I choose"
				isChecked={!isAll}
				onChange={() => onChange({ ...value, isAll: false })}
			/>
			{!isAll && (
				<div class="choices">
					{CHOICES.map((source) => (
						<Box
							key={source}
							label={sourceWords(source)}
							isChecked={chosen.includes(source)}
							onChange={(isChosen) => choose(source, isChosen)}
						/>
					))}
					<Labelled {...FORM_FIELDS}>
						{(attributes) => (
							<LongTextControl
								attributes={attributes}
								typed={formFields}
								onType={(typed) => onChange({ ...value, formFields: typed })}
								isList
							/>
						)}
					</Labelled>
				</div>
			)}
		</LabelledGroup>
	);
}
