"""The grammar of `created` and `due`, and how moments are written."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbox_gui.core.message.moments import format_moment, format_second, parse_moment


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-11-30T12:03:01Z", datetime(2026, 11, 30, 12, 3, 1, tzinfo=UTC)),
        ("2026-11-30T12:03:01.5Z", datetime(2026, 11, 30, 12, 3, 1, 500_000, tzinfo=UTC)),
        ("2026-11-30T12:03:01.123456789Z", datetime(2026, 11, 30, 12, 3, 1, 123_456, tzinfo=UTC)),
        ("2026-11-30T12:03:01.000000Z", datetime(2026, 11, 30, 12, 3, 1, tzinfo=UTC)),
        ("2026-11-30T12:03:01+00:00", datetime(2026, 11, 30, 12, 3, 1, tzinfo=UTC)),
        ("2026-11-30T12:03:01-00:00", datetime(2026, 11, 30, 12, 3, 1, tzinfo=UTC)),
        ("2026-11-30T12:03:01+03:00", datetime(2026, 11, 30, 9, 3, 1, tzinfo=UTC)),
        ("2026-11-30T22:03:01-05:30", datetime(2026, 12, 1, 3, 33, 1, tzinfo=UTC)),
        ("2026-11-30T12:03:01+23:59", datetime(2026, 11, 29, 12, 4, 1, tzinfo=UTC)),
        ("2026-11-30T12:03:01-23:59", datetime(2026, 12, 1, 12, 2, 1, tzinfo=UTC)),
        ("2024-02-29T00:00:00Z", datetime(2024, 2, 29, tzinfo=UTC)),
        ("2000-02-29T23:59:59Z", datetime(2000, 2, 29, 23, 59, 59, tzinfo=UTC)),
        ("0001-01-01T00:00:00Z", datetime(1, 1, 1, tzinfo=UTC)),
        ("9999-12-31T23:59:59.999999999Z", datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC)),
    ],
)
def test_moments_that_are_read(text: str, moment: datetime) -> None:
    assert parse_moment(text) == moment
    assert parse_moment(text).utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "not a date"),
        ("yesterday", "not a date"),
        ("2026-11-30", "the time and the offset are missing"),
        ("2026-11-30T12:03:01", "offset is missing"),
        ("2026-11-30T12:03:01.5", "offset is missing"),
        ("2026-11-30T12:03Z", "seconds are missing"),
        ("2026-11-30T12:03+01:00", "seconds are missing"),
        ("2026-11-30t12:03:01Z", "capital"),
        ("2026-11-30T12:03:01z", "capital"),
        ("2026-11-30 12:03:01Z", "capital T"),
        ("2026-11-30_12:03:01Z", "capital T"),
        ("2026-11-30T12:03:01.1234567890Z", "nine decimals"),
        ("2026-11-30T12:03:01,5Z", "point"),
        ("2026-11-30T12:03:01.Z", "not a date"),
        ("2026-11-30T12:03:60Z", "seconds go from 00 to 59"),
        ("2026-06-30T23:59:60Z", "seconds go from 00 to 59"),
        ("2026-11-30T12:60:01Z", "minutes go from 00 to 59"),
        ("2026-11-30T24:00:00Z", "hours go from 00 to 23"),
        ("2026-13-01T00:00:00Z", "months go from 01 to 12"),
        ("2026-00-01T00:00:00Z", "months go from 01 to 12"),
        ("2026-01-32T00:00:00Z", "days go from 01 to 31"),
        ("2026-01-00T00:00:00Z", "days go from 01 to 31"),
        ("2026-02-29T00:00:00Z", "no such day"),
        ("1900-02-29T00:00:00Z", "no such day"),
        ("2026-04-31T00:00:00Z", "no such day"),
        ("0000-01-01T00:00:00Z", "years go from 0001"),
        ("10000-01-01T00:00:00Z", "not a date"),
        ("-2026-01-01T00:00:00Z", "not a date"),
        ("2026-11-30T12:03:01+24:00", "offset goes from"),
        ("2026-11-30T12:03:01+01:60", "offset goes from"),
        ("2026-11-30T12:03:01+0100", "+HH:MM"),
        ("2026-11-30T12:03:01+01", "+HH:MM"),
        ("2026-11-30T12:03:01\u2212" + "01:00", "not a date"),
        ("2026-11-30T12:03:01 UTC", "not a date"),
        ("2026-11-30T12:03:01Z ", "not a date"),
        (" 2026-11-30T12:03:01Z", "not a date"),
        ("2026-11-30T12:03:01Z\n", "not a date"),
        ("20261130T120301Z", "not a date"),
        ("2026-W48-1T12:03:01Z", "not a date"),
        ("２０２６-11-30T12:03:01Z", "not a date"),
        ("2026-11-30T12:03:0१Z", "not a date"),
        ("0001-01-01T00:00:00+00:01", "outside the years"),
        ("9999-12-31T23:59:59-00:01", "outside the years"),
    ],
)
def test_moments_that_are_refused_with_the_one_thing_to_change(text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        parse_moment(text)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("moment", "milliseconds", "seconds"),
    [
        (datetime(2026, 11, 30, 12, 3, 2, 114_999, UTC), "2026-11-30T12:03:02.114Z", "2026-11-30T12:03:02Z"),
        (datetime(7, 1, 2, tzinfo=UTC), "0007-01-02T00:00:00.000Z", "0007-01-02T00:00:00Z"),
        (
            datetime(2026, 1, 1, 1, tzinfo=timezone(timedelta(hours=3))),
            "2025-12-31T22:00:00.000Z",
            "2025-12-31T22:00:00Z",
        ),
    ],
)
def test_moments_are_written_in_utc(moment: datetime, milliseconds: str, seconds: str) -> None:
    assert (format_moment(moment), format_second(moment)) == (milliseconds, seconds)


def test_a_moment_without_zone_is_never_taken_for_local_time() -> None:
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 - the fault that is tested
    for write in (format_moment, format_second):
        with pytest.raises(ValueError, match="time zone"):
            write(naive)


@given(st.datetimes(timezones=st.just(UTC)))
def test_what_is_written_is_read_back_to_the_millisecond(moment: datetime) -> None:
    assert parse_moment(format_moment(moment)) == moment.replace(microsecond=moment.microsecond // 1000 * 1000)


@given(st.text(alphabet="0123456789-:TtZz.,+ ", max_size=40))
def test_any_text_is_a_moment_or_a_value_error(text: str) -> None:
    try:
        moment = parse_moment(text)
    except ValueError as error:
        assert str(error)  # noqa: PT017 - most texts end here, and some do not
    else:
        assert moment.tzinfo is UTC
