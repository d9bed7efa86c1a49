@echo off
rem Starts cardea with a small footprint. Works from any directory; CARDEA_JAVA_OPTS adds options of the JVM.
setlocal
set "HERE=%~dp0"
if not defined CARDEA_JAR (
  if exist "%HERE%cardea-server.jar" set "CARDEA_JAR=%HERE%cardea-server.jar"
)
if not defined CARDEA_JAR (
  if exist "%HERE%..\lib\cardea-server.jar" set "CARDEA_JAR=%HERE%..\lib\cardea-server.jar"
)
if not defined CARDEA_JAR set "CARDEA_JAR=%HERE%..\server\target\cardea-server.jar"
if not exist "%CARDEA_JAR%" (
  echo cardea: cardea-server.jar is not there; build it with: mvn install -Dfor=server 1>&2
  exit /b 3
)

rem Development mode is a jar of its own, which an operator does not have.
set "CLASSES=%CARDEA_JAR%"
set "SET_OF=server"
for %%f in ("%CARDEA_JAR%") do set "DEVJAR=%%~dpfcardea-dev.jar"
if not exist "%DEVJAR%" set "DEVJAR=%HERE%..\tools\dev\target\cardea-dev.jar"
for %%c in (dev help -h --help) do if "%~1"=="%%c" if exist "%DEVJAR%" set "SET_OF=dev"
if %SET_OF%==dev set "CLASSES=%CARDEA_JAR%;%DEVJAR%"

rem The Java that the operator names, that of this archive, JAVA_HOME, and the one in PATH. No path is in a block without
rem quotation marks: the parenthesis of "Program Files (x86)" would end the block.
set "JAVA=java"
set "JAVAHOME="
if defined CARDEA_JAVA_HOME if not exist "%CARDEA_JAVA_HOME%\bin\java.exe" echo cardea: CARDEA_JAVA_HOME (%CARDEA_JAVA_HOME%) has no bin\java.exe 1>&2 & exit /b 3
if defined CARDEA_JAVA_HOME set "JAVAHOME=%CARDEA_JAVA_HOME%"
if not defined JAVAHOME if exist "%HERE%..\runtime\bin\java.exe" set "JAVAHOME=%HERE%..\runtime"
if not defined JAVAHOME if defined JAVA_HOME if exist "%JAVA_HOME%\bin\java.exe" set "JAVAHOME=%JAVA_HOME%"
if not defined JAVAHOME (
  where java >nul 2>nul || (
    echo cardea: no Java; install Java 17 or newer, or set JAVA_HOME 1>&2
    exit /b 3
  )
)
if not defined JAVAHOME for %%j in (java.exe) do for %%d in ("%%~dp$PATH:j..") do if exist "%%~fd\bin\java.exe" set "JAVAHOME=%%~fd"
if defined JAVAHOME set "JAVA=%JAVAHOME%\bin\java.exe"

rem The version is in a file of the JDK, so that no JVM has to be started to learn it. Java 8 calls itself 1.8.
set "VERSION=0"
set "MINOR=0"
if defined JAVAHOME if exist "%JAVAHOME%\release" (
  for /f "tokens=2,3 delims==." %%v in ('findstr /b "JAVA_VERSION=" "%JAVAHOME%\release"') do (
    set "VERSION=%%~v"
    set "MINOR=%%w"
  )
)
set "VERSION=%VERSION:"=%"
if "%VERSION%"=="1" set "VERSION=%MINOR%"
if %VERSION% GTR 0 if %VERSION% LSS 17 echo cardea: %JAVAHOME% is Java %VERSION%; install Java 17 or newer, or set CARDEA_JAVA_HOME to one 1>&2 & exit /b 3

set "CDS="
if %VERSION% GEQ 19 if defined LOCALAPPDATA (
  if not exist "%LOCALAPPDATA%\cardea" mkdir "%LOCALAPPDATA%\cardea" 2>nul
  set CDS=-XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=%LOCALAPPDATA%\cardea\%SET_OF%-%VERSION%.jsa" -Xlog:cds=off -Xlog:cds+dynamic=off
)
set "NATIVE="
if %VERSION% GEQ 24 set "NATIVE=--enable-native-access=ALL-UNNAMED"

"%JAVA%" -Xms16m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xss512k -Xshare:auto %CARDEA_JAVA_OPTS% %NATIVE% %CDS% -cp "%CLASSES%" dev.cardea.server.Main %*
exit /b %ERRORLEVEL%
