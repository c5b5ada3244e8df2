/* Made by `python -m tools.front_end.front_end_types` from widgets/contract: do not edit. */

/** The difference that the last edit made, such as "+0.0119", and its direction. */
export interface Change {
  readonly delta: string;
  readonly dir: -1 | 0 | 1;
}

/** How an item is marked: R, N or its grade, and the same in words. */
export interface GradeView {
  readonly badge: string;
  readonly relevant: boolean;
  readonly state_word: string;
}

/** A row with its label, and a note below it. */
export interface LabelledRow extends GradeView {
  readonly label: string;
  readonly note: string;
}

/** A rank, a user or a rating. */
export interface StepRow extends LabelledRow {
  readonly rank: number;
}

/** A list, users or ratings as rows. */
export interface ListedRows {
  readonly kind: "items" | "users" | "ratings";
  readonly heading: string;
  readonly item: string;
  readonly rows: ReadonlyArray<StepRow>;
  readonly missed: string;
  readonly empty: string;
}

/** A step below a derivation: its HTML, and its reason. */
export interface Explained {
  readonly html: string;
  readonly why: string;
}

/** The symbol of a derivation, and its title. */
export interface DerivationHeading {
  readonly name: string;
  readonly long: string;
}

/** The derivation of one value; `definition`, `working` and each `html` are HTML that Python has
    escaped. */
export interface DerivationView extends DerivationHeading {
  readonly definition: string;
  readonly working: string;
  readonly where: ReadonlyArray<Explained>;
  readonly result: string;
}

/** A heading, and a text about what is below it. */
export interface Heading {
  readonly title: string;
  readonly about: string;
}

/** What an action of a widget with fields carries: the lists that it is about, and a name of its
    own, which the view repeats. */
export interface FieldsAction {
  readonly draw?: string;
  readonly turn?: string;
}

/** What a widget with fields shows of them: a name of its lists, the last action, and what is
    typed and not checked. */
export interface FieldsView {
  readonly draw: string;
  readonly turn: string;
  readonly typed: Readonly<Record<string, string>>;
  readonly notice: string;
  readonly formulas?: Readonly<Record<string, string>>;
}

/** An item of a list, or a user of a mean. */
export interface ItemRow extends LabelledRow {
  readonly id: string;
  readonly rank: number | null;
  readonly counts: boolean;
  readonly out: boolean;
  readonly sentence: string | null;
  readonly term: string;
  readonly grade?: number;
  readonly work?: string;
}

/** |R|, and the numbers to which it can be set. */
export interface Count {
  readonly value: number;
  readonly min: number;
  readonly max: number;
}

/** The rows of one list, or of users. */
export interface RowList {
  readonly term: string;
  readonly graded: boolean;
  readonly shown: ReadonlyArray<ItemRow>;
  readonly missed: ReadonlyArray<ItemRow>;
}

/** One list: the shown and the missed items. */
export interface ItemList extends RowList {
  readonly kind: "items";
  readonly cut: number | null;
  readonly hits: number;
  readonly pool: string;
  readonly relevant: Count;
}

/** The users of a mean. */
export interface UserList extends RowList {
  readonly kind: "users";
  readonly cut: null;
}

/** A user that can be chosen, or the mean. */
export interface UserTab {
  readonly key: string;
  readonly label: string;
  readonly mean: boolean;
  readonly selected: boolean;
}

/** A value with its symbol. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** A measure with its value. */
export interface Tile extends NamedValue, Change {
  readonly key: string;
  readonly selected: boolean;
}

/** The derivation of the chosen measure. */
export interface ChosenDerivation extends DerivationView, Change {
}

/** Which of the tools can be used now. */
export interface Can {
  readonly undo: boolean;
  readonly redo: boolean;
  readonly reset: boolean;
  readonly ideal?: boolean;
  readonly shuffle?: boolean;
  readonly paste?: boolean;
}

/** What every screen with lists to edit shows. */
export interface EditedView {
  readonly last_edit: string;
  readonly choose: boolean;
  readonly notice: string;
  readonly chosen: string | null;
  readonly edited: string | null;
  readonly can: Can;
}

/** A RankedList. */
export interface RankedListView extends EditedView {
  readonly screen: "ranked_list";
  readonly list: ItemList;
}

/** What an Explorer and an Inverse show of the lists. */
export interface Explored {
  readonly tabs: ReadonlyArray<UserTab>;
  readonly tiles: ReadonlyArray<Tile>;
  readonly convention: string;
  readonly list: ItemList | UserList;
  readonly derivation: ChosenDerivation;
}

/** What an Explorer and an Inverse show. */
export interface ExploredView extends EditedView, Explored {
}

/** An Explorer. */
export interface ExplorerView extends ExploredView {
  readonly screen: "explorer";
}

/** A goal, and whether the list meets it. */
export interface GoalLine {
  readonly key: string;
  readonly text: string;
  readonly now: string;
  readonly met: boolean;
  readonly word: string;
}

/** The goals of an Inverse. */
export interface Goals {
  readonly lines: ReadonlyArray<GoalLine>;
  readonly done: string;
  readonly solution: boolean;
}

/** An Inverse. */
export interface InverseView extends ExploredView {
  readonly screen: "inverse";
  readonly goals: Goals;
}

/** A value, and what the last edit changed of it. */
export interface ChangedValue extends NamedValue, Change {
}

/** The item at a rank of the ideal list, and where it is now; not `known`: no such item exists. */
export interface IdealItem extends GradeView {
  readonly id: string;
  readonly label: string;
  readonly now: string;
  readonly missed: boolean;
  readonly known: boolean;
}

/** A rank of the ideal list. */
export interface IdealRow extends IdealItem {
  readonly rank: number;
  readonly counts: boolean;
  readonly term: string;
  readonly work: string;
  readonly sentence: string;
}

/** The ideal list. */
export interface IdealColumn {
  readonly sub: string;
  readonly term: string;
  readonly rows: ReadonlyArray<IdealRow>;
  readonly empty: string;
  readonly ties: string;
}

/** What every control of a setting has. */
export interface ControlBase {
  readonly key: string;
  readonly label: string;
  readonly group: "own" | "cut" | "empty" | "shared" | "idle" | "other";
  readonly why: string;
  readonly lead?: string;
}

/** A number to step. */
export interface StepControl extends ControlBase {
  readonly kind: "step";
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly display: string;
}

/** What every control of words has. */
export interface WordsBase extends ControlBase {
  readonly value: string;
}

/** The titles of the groups of conventions, and the words in each. */
export interface ConventionGroups {
  readonly groups?: ReadonlyArray<readonly [string, ReadonlyArray<string>]>;
}

/** Words to select. */
export interface SelectControl extends WordsBase, ConventionGroups {
  readonly kind: "select";
  readonly options: ReadonlyArray<readonly [string, string]>;
}

/** Words side by side. */
export interface SegmentControl extends WordsBase {
  readonly kind: "segment";
  readonly options: ReadonlyArray<readonly [string, string]>;
}

/** An IdealList. */
export interface IdealListView extends EditedView {
  readonly screen: "ideal_list";
  readonly tiles: ReadonlyArray<Tile>;
  readonly list: ItemList;
  readonly ideal: IdealColumn;
  readonly sums: ReadonlyArray<NamedValue>;
  readonly result: ChangedValue;
  readonly why: string;
  readonly settings: ReadonlyArray<StepControl | SelectControl | SegmentControl>;
}

/** One of the two lists of a Compare; the one that was edited last has a chosen row. */
export interface ComparedList {
  readonly name: string;
  readonly tiles: ReadonlyArray<Tile>;
  readonly list: ItemList;
  readonly can: Readonly<Record<"paste", boolean>>;
  readonly chosen?: string | null;
  readonly choose?: boolean;
}

/** The value of a measure for one of the lists. */
export interface ComparedValue extends Change {
  readonly value: string;
}

/** A measure: both values, and the list that it prefers (0, 1, 2: equal, 3: not comparable). */
export interface MeasureRow {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  readonly cells: ReadonlyArray<ComparedValue>;
  readonly prefers: 0 | 1 | 2 | 3;
  readonly word: string;
  readonly by: string;
  readonly share: number;
  readonly beyond: boolean;
}

/** A Compare. */
export interface CompareView extends EditedView {
  readonly screen: "compare";
  readonly side: 0 | 1;
  readonly lists: readonly [ComparedList, ComparedList];
  readonly rows: ReadonlyArray<MeasureRow>;
  readonly closing: ReadonlyArray<readonly [string, string]>;
  readonly same_items: boolean;
  readonly note: string;
}

/** A result: its ranks in both systems, the votes by judge ("1", "0" or "-"), and what the rule
    makes of them. */
export interface JudgedResult {
  readonly id: string;
  readonly label: string;
  readonly ranks: ReadonlyArray<number>;
  readonly votes: ReadonlyArray<string>;
  readonly decision: string;
}

/** The values of both systems by the judgments of a judge or of all; the system that is better,
    or 2 (equal), 3 (neither). */
export interface QrelsRow {
  readonly key: string;
  readonly name: string;
  readonly cells: ReadonlyArray<string>;
  readonly prefers: 0 | 1 | 2 | 3;
  readonly word: string;
}

/** A Judges: the votes, the values, the 2 × 2 table of two judges (row: yes and no of the
    first), and what is explained. */
export interface JudgesView extends EditedView {
  readonly screen: "judges";
  readonly judges: ReadonlyArray<string>;
  readonly systems: ReadonlyArray<string>;
  readonly results: ReadonlyArray<JudgedResult>;
  readonly rule: SegmentControl;
  readonly rows: ReadonlyArray<QrelsRow>;
  readonly pairs: SegmentControl;
  readonly table: ReadonlyArray<ReadonlyArray<number>>;
  readonly sentences: ReadonlyArray<string>;
  readonly derivation: DerivationView;
}

/** The table of a derivation, which opens below its figure. */
export interface TableView {
  readonly head: ReadonlyArray<string>;
  readonly rows: ReadonlyArray<ReadonlyArray<string>>;
}

/** What is around a figure. */
export interface PlotFrame {
  readonly caption: string;
  readonly top: number;
  readonly heights: ReadonlyArray<readonly [number, string]>;
  readonly left: string;
  readonly below: string;
}

/** What every figure of a list has. */
export interface FigureFrame extends PlotFrame {
  readonly table: TableView;
  readonly over: ReadonlyArray<string>;
}

/** A bar for each rank or user. */
export interface BarFigure extends FigureFrame {
  readonly values: ReadonlyArray<number>;
  readonly counted: ReadonlyArray<number>;
  readonly ideal: ReadonlyArray<number>;
  readonly crosses: ReadonlyArray<number>;
  readonly unread: number;
  readonly line: readonly [number, string] | null;
  readonly names: ReadonlyArray<string>;
}

/** The curve of precision and recall. */
export interface CurveFigure extends FigureFrame {
  readonly recall: ReadonlyArray<number>;
  readonly precision: ReadonlyArray<number>;
  readonly hits: ReadonlyArray<boolean>;
  readonly end: number | null;
}

/** The value with the chosen item at each rank, and the rank where it is; nothing while it is
    closed. */
export interface TrailFigure extends FigureFrame {
  readonly by_rank: ReadonlyArray<number>;
  readonly rank: number;
}

/** The sentence of the chosen row of a long list. */
export interface Sentence {
  readonly id?: string;
  readonly text?: string;
}

/** The verdict on a prediction in an Explorer; `turn` counts them. */
export interface PredictionView {
  readonly text?: string;
  readonly right?: boolean;
  readonly turn?: number;
}

/** An item of a list in a question; a gap has the rank "…". */
export interface ItemTile {
  readonly rank: string;
  readonly badge: string;
  readonly relevant: boolean;
  readonly spoken: string;
  readonly out?: boolean;
  readonly lit?: "right" | "wrong";
  readonly label?: string;
}

/** A list, or ratings as rows, about which a card asks. */
export interface QuestionView {
  readonly title: string;
  readonly tiles: ReadonlyArray<ItemTile>;
  readonly notes: ReadonlyArray<string>;
  readonly empty: string;
  readonly rows?: ReadonlyArray<ReadonlyArray<string>>;
}

/** A wrong or the right working, beside the other; `html` is HTML that Python has escaped. */
export interface SideView {
  readonly title: string;
  readonly html: string;
  readonly result: string;
}

/** What only some fields have. */
export interface FieldOptions {
  readonly symbol?: string;
  readonly questions?: ReadonlyArray<QuestionView>;
  readonly once?: boolean;
  readonly sides?: ReadonlyArray<SideView>;
  readonly text?: boolean;
  readonly step?: boolean;
  readonly heading?: Heading | null;
  readonly max_length?: number;
  readonly token?: string | null;
  readonly saved?: number | null;
  readonly submits?:
    | "again"
    | "begin"
    | "check"
    | "commit"
    | "download"
    | "draw"
    | "exchange"
    | "finish"
    | "first"
    | "hint"
    | "leave"
    | "next"
    | "reveal"
    | "solution";
  readonly options?: ReadonlyArray<string>;
}

/** How an answer or a file is marked, and the same in a word. */
export interface MarkWord {
  readonly state: "" | "right" | "wrong" | "convention" | "open";
  readonly word: string;
}

/** How an answer is marked, and the sentence about it. */
export interface FieldMark extends MarkWord {
  readonly verdict: string;
}

/** What every answer has, written or chosen. */
export interface AnswerBase {
  readonly label: string;
  readonly value: string;
  readonly closed: boolean;
}

/** An answer to write, with its verdict. */
export interface AnswerField extends AnswerBase, FieldMark, FieldOptions {
  readonly key: string;
}

/** Options to choose from. */
export interface ChoiceView extends AnswerBase {
  readonly options: ReadonlyArray<readonly [string, string]>;
}

/** What only some buttons have. */
export interface ButtonOptions {
  readonly main?: boolean;
  readonly dim?: boolean;
  readonly suggested?: boolean;
  readonly next?: boolean;
  readonly pause?: number;
  readonly sure?: boolean;
}

/** A button, and the action that it sends. */
export interface Button extends ButtonOptions {
  readonly do:
    | "again"
    | "begin"
    | "check"
    | "commit"
    | "download"
    | "draw"
    | "exchange"
    | "finish"
    | "first"
    | "hint"
    | "leave"
    | "next"
    | "reveal"
    | "solution";
  readonly label: string;
}

/** A prediction and the value on a line, in percent of its length. */
export interface Gap {
  readonly predicted: number;
  readonly exact: number;
  readonly low: string;
  readonly high: string;
  readonly predicted_word: string;
  readonly exact_word: string;
}

/** A working below a card. */
export interface TitledDerivation extends DerivationView {
  readonly title: string;
}

/** The last exercises, as dots and in words. */
export interface Mastery {
  readonly dots: ReadonlyArray<string>;
  readonly text: string;
}

/** The file to download, and how long the browser keeps it. */
export interface AnswerFile {
  readonly name: string;
  readonly text: string;
  readonly keep: "" | "tab" | "good";
  readonly key: string;
}

/** A file of the homework, or a finding about none of them. */
export interface FileRow extends MarkWord {
  readonly name: string;
  readonly finding: string;
}

/** Where files are dropped. */
export interface Zone {
  readonly label: string;
  readonly drop: string;
  readonly status: string;
  readonly main: boolean;
  readonly sent: number;
  readonly accept: string;
  readonly max_bytes: number;
  readonly files: ReadonlyArray<FileRow>;
}

/** What some students did; without a working it has no sides. */
export interface PollBar extends MarkWord {
  readonly look: "right" | "wrong" | "convention" | "unknown";
  readonly share: string;
  readonly count: string;
  readonly part: number;
  readonly text: string;
  readonly questions: ReadonlyArray<QuestionView>;
  readonly sides: ReadonlyArray<SideView>;
}

/** What the students of a class did in a measure. */
export interface PollSlide extends Heading {
  readonly bars: ReadonlyArray<PollBar>;
}

/** What every card shows. */
export interface CardView extends FieldsView {
  readonly title: string;
  readonly about: string;
  readonly fields: ReadonlyArray<AnswerField>;
  readonly buttons: ReadonlyArray<Button>;
  readonly summary: string;
  readonly workings: ReadonlyArray<TitledDerivation>;
}

/** A Predict: of one value, or with a `choice` of two lists; or a Quiz. */
export interface PredictView extends CardView {
  readonly screen: "predict" | "quiz";
  readonly word: string;
  readonly questions: ReadonlyArray<QuestionView>;
  readonly choice: ChoiceView | null;
  readonly mark: "" | "right" | "wrong" | "convention" | "open";
  readonly gap: Gap | null;
  readonly sides: ReadonlyArray<SideView>;
  readonly foot: string;
}

/** A Practice or a Drill. */
export interface PracticeView extends CardView {
  readonly screen: "practice" | "drill";
  readonly word: string;
  readonly mastery: Mastery;
  readonly hints: ReadonlyArray<ReadonlyArray<string>>;
  readonly quiet: boolean;
  readonly contrast?: ReadonlyArray<QuestionView>;
}

/** An ExerciseSheet; before it begins it has neither a file nor an end. */
export interface ExerciseSheetView extends CardView {
  readonly screen: "exercise_sheet";
  readonly foot: string;
  readonly saves?: boolean;
  readonly file?: AnswerFile;
  readonly end?: number;
  readonly left?: number;
  readonly pause?: number;
  readonly retry?: number;
}

/** A SubmissionUpload, a FileDiagnosis or a PollUpload; `report` is HTML that Python has
    escaped. */
export interface SubmissionUploadView extends CardView {
  readonly screen: "submission_upload";
  readonly zone: Zone;
  readonly report: string;
  readonly slides: ReadonlyArray<PollSlide>;
}

/** One state of a Stepper. */
export interface StepFrame {
  readonly column: number;
  readonly lit: ReadonlyArray<number>;
  readonly passed: ReadonlyArray<number>;
  readonly line: string;
  readonly new: boolean;
  readonly aside: string;
  readonly sentence: string;
  readonly working: string;
  readonly columns: number;
  readonly lines: number;
  readonly joined: ReadonlyArray<number>;
}

/** The rows beside a derivation, and how many of them are read. */
export interface StepList extends ListedRows {
  readonly read: number;
}

/** The rows of a Stepper, and whether one of them has a name. */
export interface NamedStepList extends StepList {
  readonly named: boolean;
}

/** A step with a cell for each row: the working and the value. */
export interface StepColumn {
  readonly head: string;
  readonly cells: ReadonlyArray<ReadonlyArray<string>>;
}

/** A Stepper; `definition`, `lines` and `working` are HTML that Python has escaped. */
export interface StepperView extends DerivationHeading {
  readonly screen: "stepper";
  readonly stage: string;
  readonly definition: string;
  readonly list: NamedStepList;
  readonly columns: ReadonlyArray<StepColumn>;
  readonly lines: ReadonlyArray<readonly [string, string]>;
  readonly frames: ReadonlyArray<StepFrame>;
}

/** A number, or a blank: `at` is its place among the blanks of the round. */
export interface BlankCell {
  readonly text: string;
  readonly at?: number;
  readonly label?: string;
  readonly state?: "" | "right" | "wrong" | "follows" | "unreadable";
}

/** A step with a cell for each row. */
export interface BlankColumn {
  readonly head: string;
  readonly cells: ReadonlyArray<BlankCell>;
}

/** The ideal list, or the cut-offs. */
export interface BlankTable {
  readonly heading: string;
  readonly columns: ReadonlyArray<BlankColumn>;
}

/** A step that is one number. */
export interface BlankLine {
  readonly html: string;
  readonly cell: BlankCell;
}

/** A round that can be chosen. */
export interface Round extends Heading {
  readonly chosen: boolean;
}

/** The question after a round, and the answer that was chosen (-1: none). */
export interface WhyView {
  readonly question: string;
  readonly choices: ReadonlyArray<string>;
  readonly chosen: number;
  readonly answer?: string;
  readonly right?: boolean;
}

/** The numbers of a working, with its blanks. */
export interface BlankNumbers {
  readonly list: StepList;
  readonly columns: ReadonlyArray<BlankColumn>;
  readonly more: ReadonlyArray<BlankTable>;
  readonly lines: ReadonlyArray<BlankLine>;
}

/** A FadedStepper. */
export interface FadedStepperView extends DerivationHeading, BlankNumbers, FieldsView {
  readonly screen: "faded_stepper";
  readonly rounds: ReadonlyArray<Round>;
  readonly filled: string;
  readonly next: number;
  readonly sentence: string;
  readonly state: "" | "right" | "wrong" | "follows" | "unreadable";
  readonly why: WhyView | null;
}

/** A query: its two values, swapped if it is, and their difference; as a number, the difference
    is a share of the largest. */
export interface PairRow {
  readonly id: string;
  readonly label: string;
  readonly texts: readonly [string, string, string];
  readonly numbers: readonly [number, number, number];
  readonly is_left_out: boolean;
  readonly is_swapped: boolean;
}

/** How many ways to swap the names give which mean. Bars from `far` on are as far from 0 as the
    observed one, the first mark. */
export interface FlipFigure extends PlotFrame {
  readonly counts: ReadonlyArray<number>;
  readonly width: number;
  readonly far: number;
  readonly marks: ReadonlyArray<readonly [number, string]>;
  readonly ticks: ReadonlyArray<readonly [number, string]>;
}

/** A PairedTest. Of values alone there are no lists to open. */
export interface PairedTestView {
  readonly screen: "paired_test";
  readonly title: string;
  readonly heads: ReadonlyArray<NamedValue>;
  readonly rows: ReadonlyArray<PairRow>;
  readonly points: PlotFrame;
  readonly flips: FlipFigure;
  readonly numbers: ReadonlyArray<NamedValue>;
  readonly others: ReadonlyArray<NamedValue>;
  readonly sentences: ReadonlyArray<string>;
  readonly runs: TableView;
  readonly runs_note: string;
  readonly chosen: Readonly<Record<string, string>>;
  readonly has_lists: boolean;
  readonly notice: string;
  readonly can: Can;
}

/** A slide: its question, what its widget is about, its lists as HTML, an Explorer's state, what
    the lecturer plans. */
export interface Slide extends Heading {
  readonly picture: string;
  readonly state: string;
  readonly notes: string;
  readonly minutes: number;
}

/** A Lecture. */
export interface LectureView {
  readonly screen: "lecture";
  readonly slides: ReadonlyArray<Slide>;
}

/** The traits that an action can change in addition to the view. */
export interface TraitsBesideView {
  readonly controls: ReadonlyArray<StepControl | SelectControl | SegmentControl>;
  readonly figure: BarFigure | CurveFigure;
  readonly sentence: Sentence;
  readonly trail: TrailFigure;
  readonly prediction: PredictionView;
  readonly state_line: string;
  readonly lists: string;
}

/** The traits after an edit; none if it cannot be carried out. */
export interface PreviewedTraits extends TraitsBesideView {
  readonly view: string;
}

/** The answer to a Preview. */
export interface PreviewView {
  readonly turn: number;
  readonly traits: PreviewedTraits;
}

/** The traits by name; `view` is the JSON text of a view, and a form of `text` is one of one
    item and of several. */
export interface Traits extends TraitsBesideView {
  readonly view: string;
  readonly preview: PreviewView;
  readonly text: Readonly<Record<string, string | ReadonlyArray<string>>>;
  readonly at: number;
  readonly task: string;
  readonly slides: ReadonlyArray<string | null>;
}

/** What an action on a list carries in a Compare: which of the two lists. */
export interface ListAction {
  readonly list?: 0 | 1;
}

/** Switch an item between relevant and not, remove it, or move it between the shown and the
    missed items. */
export interface ItemAction extends ListAction {
  readonly do: "toggle" | "remove" | "miss" | "show";
  readonly id: string;
}

/** Choose a row; None: no row. */
export interface Choose extends ListAction {
  readonly do: "choose";
  readonly id: string | null;
}

/** Move an item by some ranks, or to a rank. */
export interface Move extends ListAction {
  readonly do: "move";
  readonly id: string;
  readonly by?: number;
  readonly rank?: number;
}

/** Give an item a grade. */
export interface SetGrade extends ListAction {
  readonly do: "grade";
  readonly id: string;
  readonly grade: number;
}

/** Give an item another label. */
export interface Rename extends ListAction {
  readonly do: "rename";
  readonly id: string;
  readonly label: string;
}

/** Add an item below another one, or at the end. */
export interface Add extends ListAction {
  readonly do: "add";
  readonly after?: string | null;
}

/** Change |R| by a number, or set it to one. */
export interface SetRelevant extends ListAction {
  readonly do: "set_relevant";
  readonly by?: number;
  readonly to?: number;
}

/** Replace the list by a pasted one. */
export interface Paste extends ListAction {
  readonly do: "paste";
  readonly text: string;
}

/** Sort a list, best first, or shuffle it. */
export interface Rearrange extends ListAction {
  readonly do: "ideal" | "shuffle";
  readonly chosen?: string | null;
}

/** Show what an edit would change, and change nothing; the answer has the same `turn`. */
export interface Preview {
  readonly do: "preview";
  readonly edit: ItemAction | Move;
  readonly turn: number;
}

/** Undo, redo, or return to the start. */
export interface Undo {
  readonly do: "undo" | "redo" | "reset";
}

/** Choose a metric, or a user. */
export interface Pick {
  readonly do: "metric" | "user";
  readonly key: string;
}

/** Change a setting by a number, or set its value. */
export interface SetSetting {
  readonly do: "set";
  readonly key: string;
  readonly by?: number;
  readonly value?: string | number;
}

/** Give a result the vote of a judge: "1" yes, "0" no, "-" none. */
export interface CastVote {
  readonly do: "vote";
  readonly id: string;
  readonly judge: string;
  readonly vote: string;
}

/** Open or close the table of the derivation, or the trail of the chosen item. */
export interface OpenTable {
  readonly do: "table" | "trail";
  readonly open: boolean;
}

/** Predict the hidden value of an Explorer. */
export interface PredictValue {
  readonly do: "predict";
  readonly answer: string;
}

/** Show a list that meets the goals, or the answer of a Quiz. */
export interface ShowSolution extends FieldsAction {
  readonly do: "solution";
}

/** What an action carries that takes what the fields hold. */
export interface AnswersAction extends FieldsAction {
  readonly answers: Readonly<Record<string, string>>;
}

/** Keep what the fields hold, which was not checked. */
export interface TypeAnswers extends AnswersAction {
  readonly do: "type";
}

/** Commit to a prediction: the answer has the key "0". */
export interface Commit extends AnswersAction {
  readonly do: "commit";
}

/** Show the value without a prediction, predict again, or draw another list. */
export interface Reveal extends FieldsAction {
  readonly do: "reveal" | "again" | "draw";
}

/** Check the answers, or ask for a hint or the solution; `answers` are what the fields hold. */
export interface AnswerAction extends FieldsAction {
  readonly do: "check" | "hint" | "solution";
  readonly answers?: Readonly<Record<string, string>>;
}

/** Draw other lists, return to the first ones, or begin again with the same. */
export interface OtherLists extends FieldsAction {
  readonly do: "draw" | "first" | "again";
}

/** Go to the next exercise. */
export interface NextExercise extends FieldsAction {
  readonly do: "next";
}

/** Begin an exercise in class; `kept` are the files that the browser has stored. */
export interface Begin extends AnswersAction {
  readonly do: "begin";
  readonly kept?: ReadonlyArray<string>;
}

/** Store an answer; `token` names this state of its field, so that the page knows which text was
    saved. */
export interface WriteAnswer extends FieldsAction {
  readonly do: "write";
  readonly key: string;
  readonly text: string;
  readonly token?: string | number;
}

/** Leave the sheet, ask for its view, store all answers again, or judge them. */
export interface SheetState extends FieldsAction {
  readonly do: "leave" | "look" | "save" | "judge";
}

/** End the exercise, or show its values; both ask once more, and the second click is `sure`. */
export interface Finish extends FieldsAction {
  readonly do: "finish" | "reveal";
  readonly answers?: Readonly<Record<string, string>>;
  readonly sure?: boolean;
}

/** Another page has shown the values: the file that it stored. */
export interface ShownElsewhere {
  readonly do: "shown";
  readonly text: string;
}

/** Check files: their contents are the buffers of the message. */
export interface Upload {
  readonly do: "upload";
  readonly names: ReadonlyArray<string>;
}

/** The browser cannot read the files, or they are too large. */
export interface Refuse {
  readonly do: "refuse";
  readonly size?: number;
}

/** Check the answers that were typed or chosen. */
export interface CheckAnswers extends AnswersAction {
  readonly do: "check";
}

/** Hide the answer of a Quiz and ask again, or remove the files of a PollUpload. */
export interface AskAgain extends FieldsAction {
  readonly do: "again";
}

/** Take the run for the judgments, and the judgments for the run. */
export interface ExchangeFiles extends FieldsAction {
  readonly do: "exchange";
  readonly answers?: Readonly<Record<string, string>>;
}

/** Write a number into a blank. */
export interface Fill extends FieldsAction {
  readonly do: "fill";
  readonly at: number;
  readonly text: string;
}

/** Go to a round, or empty the blanks of this one. */
export interface ToRound extends FieldsAction {
  readonly do: "round" | "again";
  readonly round?: number;
}

/** Answer the question after a round. */
export interface ChooseAnswer extends FieldsAction {
  readonly do: "choose";
  readonly choice: number;
}

/** Swap the two values of a query, or leave it out; or the other way round. */
export interface PairAction {
  readonly do: "swap" | "leave";
  readonly id: string;
}

/** Carry out an action of the Compare of the open lists. */
export interface EditLists {
  readonly do: "lists";
  readonly action:
    | ItemAction
    | Choose
    | Move
    | SetGrade
    | Rename
    | Add
    | SetRelevant
    | Paste
    | Rearrange
    | Preview
    | Undo;
}

export type View =
  | RankedListView
  | ExplorerView
  | InverseView
  | IdealListView
  | CompareView
  | JudgesView
  | PredictView
  | PracticeView
  | ExerciseSheetView
  | SubmissionUploadView
  | StepperView
  | FadedStepperView
  | PairedTestView
  | LectureView;

export type Control =
  | StepControl
  | SelectControl
  | SegmentControl;

export type EditAction =
  | ItemAction
  | Choose
  | Move
  | SetGrade
  | Rename
  | Add
  | SetRelevant
  | Paste
  | Rearrange
  | Preview
  | Undo;

export type Action =
  | ItemAction
  | Choose
  | Move
  | SetGrade
  | Rename
  | Add
  | SetRelevant
  | Paste
  | Rearrange
  | Preview
  | Undo
  | Pick
  | SetSetting
  | CastVote
  | OpenTable
  | PredictValue
  | ShowSolution
  | TypeAnswers
  | Commit
  | Reveal
  | AnswerAction
  | OtherLists
  | NextExercise
  | Begin
  | WriteAnswer
  | SheetState
  | Finish
  | ShownElsewhere
  | Upload
  | Refuse
  | CheckAnswers
  | AskAgain
  | ExchangeFiles
  | Fill
  | ToRound
  | ChooseAnswer
  | PairAction
  | EditLists;

export type Word =
  | "judges_hint"
  | "result"
  | "vote_yes"
  | "vote_no"
  | "vote_none"
  | "judgments_of"
  | "better"
  | "rank_in"
  | "undo"
  | "redo"
  | "ideal"
  | "shuffle"
  | "reset"
  | "paste"
  | "predict"
  | "prediction"
  | "prediction_line"
  | "just_show"
  | "prediction_help"
  | "commit"
  | "signs"
  | "whole_working"
  | "paste_title"
  | "paste_help"
  | "paste_ok"
  | "paste_cancel"
  | "hint"
  | "hint_touch"
  | "hint_mean"
  | "change_label"
  | "edit_rank"
  | "edit_missed"
  | "choose_to_edit"
  | "up"
  | "down"
  | "to_rank"
  | "make_r"
  | "make_n"
  | "miss"
  | "show"
  | "rename"
  | "rename_ok"
  | "remove"
  | "add"
  | "grade"
  | "more"
  | "previous_term"
  | "next_term"
  | "term_of"
  | "no_choice"
  | "as_table"
  | "trail"
  | "state"
  | "lost"
  | "copy"
  | "copied"
  | "settings"
  | "other_settings"
  | "list_label"
  | "shown"
  | "shown_sub"
  | "shown_empty"
  | "cut_off"
  | "below"
  | "missed_label"
  | "missed"
  | "all_shown"
  | "none_relevant"
  | "ideal_list"
  | "ideal_hint"
  | "ideal_lines"
  | "all_relevant"
  | "users_label"
  | "users_each"
  | "metric_tabs_label"
  | "user_tabs_label"
  | "tools_label"
  | "edit_label"
  | "rank_word"
  | "missed_word"
  | "term_word"
  | "less"
  | "more_step"
  | "compare_hint"
  | "measure_head"
  | "goals_label"
  | "solution"
  | "solution_sure"
  | "solution_show"
  | "solution_not"
  | "step_back"
  | "step_next"
  | "step_again"
  | "step_keys"
  | "step_buttons"
  | "rounds_label"
  | "right_word"
  | "wrong_word"
  | "time_left"
  | "time_ends"
  | "time_over"
  | "time_ended"
  | "saved"
  | "saved_late"
  | "unsaved"
  | "reading"
  | "file"
  | "file_state"
  | "found"
  | "poll_working"
  | "poll_all"
  | "no_answer"
  | "lecture"
  | "lecture_start"
  | "lecture_keys"
  | "lecture_again"
  | "lecture_full"
  | "lecture_close"
  | "lecture_slide"
  | "lecture_step"
  | "paired_difference"
  | "paired_sort"
  | "paired_flips"
  | "paired_swap"
  | "paired_leave"
  | "paired_open"
  | "paired_hint"
  | "paired_points"
  | "paired_others"
  | "paired_runs";
