/* Every screen by its name in the view. */

import { exerciseSheet } from "./cards/exercise-sheet";
import { practice } from "./cards/practice";
import { predict } from "./cards/predict";
import { submissionUpload } from "./cards/submission-upload";
import type { View } from "./core/contract";
import type { RenderProps } from "./core/model";
import type { Shown } from "./core/shown";
import { lecture } from "./lecture/lecture";
import { compare } from "./lists/compare";
import { explorer } from "./lists/explorer";
import { idealList } from "./lists/ideal-list";
import { inverse } from "./lists/inverse";
import { judges } from "./lists/judges";
import { rankedList } from "./lists/ranked-list";
import { pairedTest } from "./paired/paired-test";
import { fadedStepper } from "./steps/faded-stepper";
import { stepper } from "./steps/stepper";

const SCREENS: Readonly<Record<View["screen"], (props: RenderProps) => Shown>> = {
  ranked_list: rankedList,
  explorer,
  inverse,
  compare,
  ideal_list: idealList,
  judges,
  predict,
  quiz: predict,
  practice,
  drill: practice,
  exercise_sheet: exerciseSheet,
  submission_upload: submissionUpload,
  paired_test: pairedTest,
  stepper,
  faded_stepper: fadedStepper,
  lecture: (props) => lecture(props, show),
};

/** Shows a widget in an element, by the screen that its view names. */
export function show(props: RenderProps): Shown {
  const { screen } = JSON.parse(props.model.get("view")) as View;
  return SCREENS[screen](props);
}
